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
client_values:
  locale: { doc: The language., default: en }
  application: { doc: The name of the application. }
  partner: { doc: The name of the partner. }
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
  StationData:
    doc: A station.
    fields:
      name: string required
      owner: string required pii
      altitude: decimal required
      depth: decimal required
      city: CityCode required
      active: boolean
      locale: string from_client(locale)
      application: string from_client(application)
      partner: string from_client(partner)
operations:
  replace_station:
    doc: Replaces a station of a city.
    http: PUT /cities/{city}/stations/{station}
    auth: [station]
    path: { city: CityCode, station: string pii }
    query: { notify: boolean }
    request_body: StationData
    response: unknown
    statuses: [200, 404]
    retry: { idempotent: The station is replaced by the same one. }
  delete_station:
    doc: Removes a station of a city.
    http: DELETE /cities/{city}/stations/{station}
    auth: [station]
    path: { city: CityCode, station: string }
    response: status_only
    statuses: [200, 404]
    retry: { idempotent: A removed station stays removed. }
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
use weather_client::model::{CityCode, Forecast, Observation, Sky, StationData, StationDataRequired};
use weather_client::Decimal;
use weather_client::{
    Client, ClientValues, Config, DeleteStation, Environment, Error,
    GetForecast, Reader, ReplaceObservation, ReplaceStation, ReplaceStationRequired, Station,
};

fn client(api_key: &str) -> Result<Client, Error> {
    let url = "https://weather.example/weather";
    let client_values = ClientValues::new("forecasts", "station");
    let credentials = Reader::new(api_key);
    Client::new(Config::with_client_values(Environment::Live, url, credentials, client_values)?)
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

// Three required values and more are named.
async fn move_station(client: &Client<Station>, city: CityCode) -> Result<(), Error> {
    let body = StationData::new(StationDataRequired {
        name: "North".into(),
        owner: "Ada".into(),
        altitude: 480.into(),
        depth: 2.into(),
        city: city.clone(),
    });
    let required = ReplaceStationRequired { city: city.clone(), station: "old".into(), body };
    assert_eq!(format!("{required:?}"), "ReplaceStationRequired { .. }");
    client.send(ReplaceStation::new(required).notify(true)).await?;
    client.send(DeleteStation::new(city, "old")).await?;
    Ok(())
}

fn main() {
    let _ = (client, is_clear, observe, move_station);
}
"#;
