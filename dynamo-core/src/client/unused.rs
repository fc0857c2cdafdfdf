//! Requests that the caller may change before sending them.
//!
//! DynamoDB rejects a request with a placeholder that none of its expressions uses, so a caller who replaces a condition could
//! not send what is left. An interceptor removes those of our placeholders that are not used any more.

use std::collections::{HashMap, HashSet};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::batch_get_item::BatchGetItemInput;
use aws_sdk_dynamodb::operation::delete_item::DeleteItemInput;
use aws_sdk_dynamodb::operation::get_item::GetItemInput;
use aws_sdk_dynamodb::operation::put_item::PutItemInput;
use aws_sdk_dynamodb::operation::query::QueryInput;
use aws_sdk_dynamodb::operation::scan::ScanInput;
use aws_sdk_dynamodb::operation::update_item::UpdateItemInput;
use aws_smithy_runtime_api::box_error::BoxError;
use aws_smithy_runtime_api::client::interceptors::context::BeforeSerializationInterceptorContextMut;
use aws_smithy_runtime_api::client::interceptors::{Intercept, dyn_dispatch_hint};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::config_bag::ConfigBag;

/// Returns a client whose requests may be changed before they are sent.
pub(crate) fn changeable(client: &Client) -> Client {
    Client::from_conf(client.config().to_builder().interceptor(Unused).build())
}

#[derive(Debug)]
struct Unused;

#[dyn_dispatch_hint]
impl Intercept for Unused {
    fn name(&self) -> &'static str {
        "DynamoCoreUnused"
    }

    fn modify_before_serialization(
        &self,
        context: &mut BeforeSerializationInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let input = context.input_mut();
        macro_rules! conditional {
            ($($input:ty: $($expression:ident),+;)*) => {$(
                if let Some(input) = input.downcast_mut::<$input>() {
                    let used = used([$(&input.$expression),+]);
                    retain(&mut input.expression_attribute_names, "#n", &used);
                    retain(&mut input.expression_attribute_values, ":v", &used);
                    return Ok(());
                }
            )*};
        }
        conditional! {
            UpdateItemInput: update_expression, condition_expression;
            PutItemInput: condition_expression;
            DeleteItemInput: condition_expression;
            QueryInput: key_condition_expression, filter_expression, projection_expression;
            ScanInput: filter_expression, projection_expression;
        }
        if let Some(input) = input.downcast_mut::<GetItemInput>() {
            let used = used([&input.projection_expression]);
            retain(&mut input.expression_attribute_names, "#n", &used);
        } else if let Some(input) = input.downcast_mut::<BatchGetItemInput>() {
            for wanted in input.request_items.iter_mut().flat_map(HashMap::values_mut) {
                let used = used([&wanted.projection_expression]);
                retain(&mut wanted.expression_attribute_names, "#n", &used);
            }
        }
        Ok(())
    }
}

/// Returns the placeholders in expressions.
fn used<const N: usize>(expressions: [&Option<String>; N]) -> HashSet<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '#' | ':');
    let words = expressions.into_iter().flatten().flat_map(|text| text.split(|c| !is_part(c)));
    words.filter(|word| word.starts_with(['#', ':'])).map(str::to_owned).collect()
}

/// Removes those of our placeholders that are not used. Those of the caller stay, so that a mistake among them is reported.
fn retain<V>(map: &mut Option<HashMap<String, V>>, prefix: &str, used: &HashSet<String>) {
    let Some(entries) = map else { return };
    let is_ours = |name: &str| {
        let number = name.strip_prefix(prefix).unwrap_or_default();
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    entries.retain(|name, _| !is_ours(name) || used.contains(name));
    // DynamoDB rejects empty maps.
    if entries.is_empty() {
        *map = None;
    }
}
