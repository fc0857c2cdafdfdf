//! The catalogue of services.

use dynamo_core::Error;
use dynamo_core::prelude::*;

use super::{AvailableService, BoardError, ServiceType};

/// The kind of service that makes joining a matter of approval.
#[must_use]
pub fn approve_join() -> ServiceType {
    ServiceType::from("approveJoin")
}

/// The kinds of services that a new installation has.
#[must_use]
pub fn catalogue() -> Vec<AvailableService> {
    vec![AvailableService {
        service_type: approve_join(),
        display_name: "Need approval to join".into(),
        // As it is stored wherever the service runs already, slip included.
        description: "allow board to hanld apply request".into(),
    }]
}

/// Writes kinds of services that are not in the catalogue yet, and leaves those that are as they are. Gives how many are
/// new: called again, it does nothing.
pub async fn seed_services(db: &Db, services: &[AvailableService]) -> Result<usize, BoardError> {
    let mut new = 0;
    for service in services {
        match db.create(service).await {
            Ok(()) => new += 1,
            Err(Error::Exists(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(new)
}
