//! Maintenance in several processes on one storage.

use std::sync::Arc;
use std::time::Duration;

use crate::common::Place;
use service::{Backend, Config, Service};

async fn beside(place: &Place) -> Arc<Service> {
    let folder = place.folder.path().to_owned();
    let config = Config { data_dir: folder.clone(), ..Config::default() };
    Service::open(Backend::Sqlite { folder }, config, place.clock.clone()).await.expect("it opens")
}

async fn works_again(service: &Service) {
    for _ in 0..500 {
        if service.maintenance.check().is_ok() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("it does not hear of it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_begins_during_maintenance_is_in_it_and_hears_of_its_end() {
    let place = Place::new().await;
    place.service.maintenance.set(&place.admin().await, true, None).await.expect("it is switched on");
    let agent = beside(&place).await;
    agent.maintenance.join().await.expect("it begins");
    assert!(agent.maintenance.check().is_err());
    let restarted = beside(&place).await;
    restarted.maintenance.begin().await.expect("a server forgets what was switched before");
    assert!(restarted.maintenance.check().is_ok());
    works_again(&agent).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_goes_down_takes_no_writes_whatever_is_switched() {
    let place = Place::new().await;
    let (admin, other) = (place.admin().await, beside(&place).await);
    place.service.maintenance.begin_shutdown();
    other.maintenance.set(&admin, true, None).await.expect("it is switched on");
    other.maintenance.set(&admin, false, None).await.expect("it is switched off");
    place.service.maintenance.set(&admin, false, None).await.expect("it is switched off");
    assert!(place.service.maintenance.check().is_err());
}
