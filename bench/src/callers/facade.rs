//! dynamodb-facade.

#![allow(missing_docs)] // Its macros write undocumented types.

use std::hint::black_box;
use std::sync::Once;

use aws_sdk_dynamodb::Client;
use dynamodb_facade::{DynamoDBItemBatchOp, DynamoDBItemOp, KeyId, StringAttribute};
use serde::{Deserialize, Serialize};

use super::{Outcome, channel, check, thousand};
use crate::model::{Message, message};

dynamodb_facade::attribute_definitions! {
    Pk { "PK": StringAttribute }
    Sk { "SK": StringAttribute }
    Gsi1Pk { "GSI1PK": StringAttribute }
    Gsi1Sk { "GSI1SK": StringAttribute }
    EntityType { "entityType": StringAttribute }
}

dynamodb_facade::table_definitions! {
    FacadeTable {
        type PartitionKey = Pk;
        type SortKey = Sk;
        fn table_name() -> String {
            "bench".to_owned()
        }
    }
}

/// The message as dynamodb-facade wants it: its methods have the names of ours.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
struct FacadeMessage(Message);

dynamodb_facade::dynamodb_item! {
    #[table = FacadeTable]
    FacadeMessage {
        #[partition_key]
        Pk {
            fn attribute_id(&self) -> &'id str { &self.0.channel_id }
            fn attribute_value(id) -> String { format!("CHANNEL#{id}") }
        }
        #[sort_key]
        Sk {
            fn attribute_id(&self) -> (u64, &'id str) { (self.0.timestamp, &self.0.message_id) }
            fn attribute_value(id) -> String { format!("MSG#{:013}#{}", id.0, id.1) }
        }
        Gsi1Pk {
            fn attribute_id(&self) -> &'id str { &self.0.message_id }
            fn attribute_value(id) -> String { format!("MSG#{id}") }
        }
        Gsi1Sk {
            fn attribute_id(&self) -> &'id str { &self.0.channel_id }
            fn attribute_value(id) -> String { format!("CHANNEL#{id}") }
        }
        EntityType { const VALUE: &'static str = "Message"; }
    }
}

pub(super) async fn call(work: usize, n: usize, client: Client) -> Outcome {
    // It has one client for the process, which cannot be set again.
    static CLIENT: Once = Once::new();
    CLIENT.call_once(|| dynamodb_facade::init_global_client(client));
    let (message, many) = (FacadeMessage(message()), thousand().into_iter().map(FacadeMessage).collect::<Vec<_>>());
    for _ in 0..n {
        match work {
            0 => {
                let key =
                    KeyId::pk(message.0.channel_id.as_str()).sk((message.0.timestamp, message.0.message_id.as_str()));
                black_box(FacadeMessage::get(key).await?.ok_or("no item")?);
            }
            1 => drop(message.put().await?),
            2 | 3 => {
                let condition = FacadeMessage::key_condition(channel(work)).sk_begins_with("MSG#");
                check(black_box(FacadeMessage::query(condition).all().await?).len(), work)?;
            }
            _ => {
                let requests = many.iter().map(DynamoDBItemBatchOp::batch_put).collect::<Vec<_>>();
                dynamodb_facade::dynamodb_batch_write::<FacadeTable>(requests).await?;
            }
        }
    }
    Ok(())
}
