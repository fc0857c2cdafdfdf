//! Records of a Lambda event.

use aws_lambda_events::event::dynamodb::Event as LambdaEvent;
use dynamo_core::stream::{Change, ChangeKind};
use serde_json::json;

use super::club::{Club, page};
use dynamo_core::Timestamp;

#[test]
fn an_event_becomes_typed_changes() {
    let image = |text: &str| {
        json!({
            "PK": { "S": "PAGE#p" }, "SK": { "S": "META" }, "type": { "S": "Page" }, "pageId": { "S": "p" },
            "text": { "S": text }, "version": { "N": "0" }, "createdAt": { "S": "1970-01-01T00:00:00.000Z" },
        })
    };
    let event = json!({ "Records": [{
        "eventID": "1", "eventName": "MODIFY", "eventVersion": "1.1", "eventSource": "aws:dynamodb", "awsRegion": "eu-central-1",
        "eventSourceARN": "arn:aws:dynamodb:eu-central-1:1:table/club/stream/1",
        "dynamodb": {
            "ApproximateCreationDateTime": 1_767_268_800.0, "Keys": { "PK": { "S": "PAGE#p" }, "SK": { "S": "META" } },
            "OldImage": image("a"), "NewImage": image("b"), "SequenceNumber": "111", "SizeBytes": 26, "StreamViewType": "NEW_AND_OLD_IMAGES",
        },
    }, {
        "eventID": "2", "eventName": "REMOVE", "eventVersion": "1.1", "eventSource": "aws:dynamodb", "awsRegion": "eu-central-1",
        "eventSourceARN": "arn:aws:dynamodb:eu-central-1:1:table/club/stream/1",
        "userIdentity": { "type": "Service", "principalId": "dynamodb.amazonaws.com" },
        "dynamodb": {
            "ApproximateCreationDateTime": 1_767_268_800.0, "Keys": { "PK": { "S": "PAGE#p" }, "SK": { "S": "META" } },
            "OldImage": image("b"), "SequenceNumber": "112", "SizeBytes": 26, "StreamViewType": "NEW_AND_OLD_IMAGES",
        },
    }] });
    let event: LambdaEvent = serde_json::from_value(event).unwrap();
    let changes: Vec<Change<Club>> = event.records.into_iter().map(|record| record.try_into().unwrap()).collect();
    assert_eq!(changes[0].kind(), ChangeKind::Modify);
    assert_eq!(changes[0].old, Some(Club::Page(page("p"))));
    assert_eq!(changes[0].at, Some("2026-01-01T12:00:00Z".parse::<Timestamp>().unwrap()));
    assert_eq!(
        (changes[1].kind(), changes[1].expired, changes[1].sequence.as_deref()),
        (ChangeKind::Remove, true, Some("112"))
    );
}
