// The example API of api-runtime, with the operation that confirms its callbacks.

include!("../../api-runtime/docs/shop_client.rs");

impl api_callbacks::Refetch for shop_client::GetOrder {
    type Callback = shop_client::Order;
    type Id = i64;
    type State = String;

    fn parse_callback(
        form: &[u8],
    ) -> Result<shop_client::Order, api_runtime::api_wire::form::FormError> {
        api_runtime::api_wire::form::read(form, "order")
    }

    fn callback_id(callback: &shop_client::Order) -> Option<&i64> {
        callback.id.as_ref()
    }

    fn callback_reference(callback: &shop_client::Order) -> Option<&str> {
        callback.reference_no.as_deref()
    }

    fn for_id(id: i64) -> Self {
        Self::new(id)
    }

    fn id(output: &shop_client::Order) -> Option<&i64> {
        output.id.as_ref()
    }

    fn reference(output: &shop_client::Order) -> Option<&str> {
        output.reference_no.as_deref()
    }

    fn state(output: &shop_client::Order) -> Option<&String> {
        output.state.as_ref()
    }
}
