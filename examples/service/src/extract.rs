//! Parts of requests, with reasons in place of axum's plain texts where they are wrong.

use axum::extract::{FromRequest, FromRequestParts, Json, Path, Query, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::error::ApiError;

/// The body of a request, as JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        let read = Json::<T>::from_request(request, app).await;
        read.map(|Json(body)| Self(body)).map_err(|wrong| ApiError::new(wrong.status(), wrong.body_text()))
    }
}

/// What the path of a request names.
pub(crate) struct Named<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Named<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let read = Path::<T>::from_request_parts(parts, app).await;
        read.map(|Path(path)| Self(path)).map_err(|wrong| ApiError::new(wrong.status(), wrong.body_text()))
    }
}

/// What stands after the `?` of a request.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let read = Query::<T>::from_request_parts(parts, app).await;
        read.map(|Query(query)| Self(query)).map_err(|wrong| ApiError::new(wrong.status(), wrong.body_text()))
    }
}
