//! Maintenance in several processes on one storage.

use std::time::Duration;

use crate::common::TestService;
use service::Service;

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
async fn a_process_that_starts_during_maintenance_is_in_it_until_it_ends() {
    let test = TestService::new().await;
    test.service.maintenance.set(&test.admin().await, true, None).await.expect("it is switched on");
    let agent = test.beside().await;
    agent.maintenance.join().await.expect("it begins");
    assert!(agent.maintenance.check().is_err());
    let restarted = test.beside().await;
    restarted.maintenance.begin().await.expect("a server forgets what was switched before");
    assert!(restarted.maintenance.check().is_ok());
    works_again(&agent).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_shuts_down_accepts_no_writes() {
    let test = TestService::new().await;
    let (admin, other) = (test.admin().await, test.beside().await);
    test.service.maintenance.begin_shutdown();
    other.maintenance.set(&admin, true, None).await.expect("it is switched on");
    other.maintenance.set(&admin, false, None).await.expect("it is switched off");
    test.service.maintenance.set(&admin, false, None).await.expect("it is switched off");
    assert!(test.service.maintenance.check().is_err());
}
