//! An API of another kind: another document, other credentials, other resources.

use crate::copy::Copy;

/// Adds `spec/weather`.
pub(crate) fn write(copy: &Copy) {
    copy.put("spec/weather/api.yaml", API);
    copy.put("spec/weather/forecast.yaml", FORECAST);
}

const API: &str = r#"
api: weather
title: Weather
document: weather-handbook
doc: Forecasts for cities, and observations of weather stations.
environments:
  live: { doc: The only environment., base_url: "https://{host}/weather" }
auth:
  reader: { doc: A key that reads., api_key: { header: X-Api-Key, credential: api_key } }
  station: { doc: A weather station., basic: { user: station_id, password: station_key } }
error_bodies:
  detail: { doc: One message., example: '{"detail": "…"}' }
statuses:
  200: { meaning: success, body: response }
  404: { meaning: unknown city, body: detail }
notes:
  Units: [Temperatures are in degrees Celsius.]
"#;

const FORECAST: &str = r#"
resource: forecast
source: Forecasts
doc: The weather of a city.
enums:
  Sky: { doc: The cover of the sky., values: { clear: ~, overcast: ~ } }
ids:
  CityCode: { doc: A city. }
records:
  Forecast:
    doc: The weather of a day.
    fields:
      day: date documented_required
      sky: Sky
      degrees: decimal strict unit(unknown)
bodies:
  Observation:
    doc: What a station measures.
    fields:
      degrees: decimal required
      sky: Sky =clear
operations:
  get_forecast:
    doc: Reads the forecast of a day.
    http: GET /cities/{city}/forecast
    path: { city: CityCode }
    query: { day: date required }
    response: Forecast
    statuses: [200, 404]
  replace_observation:
    doc: Replaces the latest observation.
    http: PUT /cities/{city}/observation
    auth: [station]
    path: { city: CityCode }
    request_body: Observation
    response: { observation: Forecast }
    statuses: [200, 404]
    retry: { idempotent: The observation is replaced by the same one. }
"#;

/// A service that uses it.
pub(crate) const SERVICE: &str = r#"
use weather_client::model::{CityCode, Forecast, Observation, Sky};
use weather_client::rust_decimal::Decimal;
use weather_client::{
    Client, Config, Environment, Error, GetForecast, Reader, ReplaceObservation, Station,
};

fn client(api_key: &str) -> Result<Client, Error> {
    let url = "https://weather.example/weather";
    Client::new(Config::new(Environment::Live, url, Reader::new(api_key))?)
}

async fn is_clear(client: &Client<Reader>, operation: GetForecast) -> Result<bool, Error> {
    let forecast: Forecast = client.send(operation).await?;
    Ok(forecast.sky == Some(Sky::Clear))
}

async fn observe(client: &Client<Station>, city: CityCode, degrees: Decimal) -> Result<(), Error> {
    let observation = Observation::new(degrees).sky(Sky::Overcast);
    client.send(ReplaceObservation::new(city, observation)).await?;
    Ok(())
}

fn main() {
    let _ = (client, is_clear, observe);
}
"#;
