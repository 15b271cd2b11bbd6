//! Tests of the store on every kind of storage.

mod accounts;
mod backup;
mod credentials;
mod decks;
mod drafts;
mod filing;
mod history;
mod live;
mod media;
mod model;
mod oauth;
mod opening;
mod postgres;
mod processes;
mod provisioning;
mod publishing;
mod redis;
mod rehearsals;
mod shared;
mod slide_library;
mod storage;
mod things;
mod webhooks;

/// Runs the same test on every backend.
macro_rules! on_every_backend {
    ($($name:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() { super::$name(crate::storage::TestStorage::sqlite()).await; })*
        }
        mod file {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() { super::$name(crate::storage::TestStorage::file()).await; })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() { super::$name(crate::storage::TestStorage::postgres().await).await; })*
        }
    };
}
pub(crate) use on_every_backend;
