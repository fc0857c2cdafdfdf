//! What the page may ask for, as JSON in both directions.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use dynamo_core::companion::Drift;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Studio, edit, read as reads, related};
use crate::error::ToolError;
use crate::tables::WalkOptions;

type Given<T> = Result<Json<T>, JsonRejection>;

/// The answer to a question, or what is wrong with it.
async fn answer<T>(given: Given<T>, asked: impl AsyncFnOnce(T) -> Result<Value, ToolError>) -> Response {
    let question = match given {
        Ok(Json(question)) => question,
        Err(rejection) => return (rejection.status(), Json(json!({"error": rejection.body_text()}))).into_response(),
    };
    match asked(question).await {
        Ok(value) => Json(value).into_response(),
        Err(error) => {
            let status = match &error {
                ToolError::Usage(_) => StatusCode::CONFLICT,
                ToolError::Db(_) => StatusCode::UNPROCESSABLE_ENTITY,
                _ => StatusCode::BAD_GATEWAY,
            };
            (status, Json(json!({"error": error.to_string()}))).into_response()
        }
    }
}

pub(super) async fn read(State(studio): State<Arc<Studio>>, given: Given<reads::Question>) -> Response {
    answer(given, async |question| reads::read(&studio, question).await).await
}

pub(super) async fn item(State(studio): State<Arc<Studio>>, given: Given<related::Asked>) -> Response {
    answer(given, async |asked| related::item(&studio, asked).await).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Verified {
    table: String,
}

pub(super) async fn verify(State(studio): State<Arc<Studio>>, given: Given<Verified>) -> Response {
    answer(given, async |asked: Verified| {
        let tool = studio.tool(&asked.table)?;
        let report = (tool.verify)(studio.db.clone(), false, WalkOptions::default()).await?;
        let shown = |drift: &Drift| json!({"entity": drift.entity(), "key": drift.key(), "text": drift.to_string()});
        let all = |drift: &[Drift]| drift.iter().map(shown).collect::<Vec<_>>();
        Ok(json!({
            "checked": report.checked(), "drift": all(report.drift()), "busy": all(report.busy()),
            "unclaimed": all(report.unclaimed()),
        }))
    })
    .await
}

pub(super) async fn preview(State(studio): State<Arc<Studio>>, given: Given<edit::Change>) -> Response {
    answer(given, async |change| edit::preview(&studio, change).await).await
}

pub(super) async fn apply(State(studio): State<Arc<Studio>>, given: Given<edit::Change>) -> Response {
    answer(given, async |change| edit::apply(&studio, change).await).await
}
