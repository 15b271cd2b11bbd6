//! Random operations on the store, compared with a simple model in memory.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use store::{Access, Inheritance, ListQuery, Ownership, Permission, Sort, Store};

use crate::storage::{TestStorage, by, deck, edited, grant, member, next, organization, trashed, user, written};

const USERS: usize = 4;
const DECKS: usize = 6;
const ORGANIZATIONS: [&str; 2] = ["org", "side"];

#[derive(Debug, Clone)]
enum Op {
    Create { deck: usize, owner: usize, creator: Option<usize>, organization: usize, open: bool },
    Write { deck: usize, title: String, open: bool },
    Trash { deck: usize },
    Restore { deck: usize },
    Purge { deck: usize },
    Grant { deck: usize, user: usize },
    Revoke { deck: usize, user: usize },
    Transfer { deck: usize, to: usize, keep: bool },
    Open { deck: usize, open: bool },
    DeleteUser { user: usize, heir: usize },
    CreateUser { user: usize },
    AddMember { user: usize, organization: usize },
    RemoveMember { user: usize, heir: usize, organization: usize },
}

fn op() -> impl Strategy<Value = Op> {
    let (deck, user, organization) = (0..DECKS, 0..USERS, 0..ORGANIZATIONS.len());
    let creator = proptest::option::of(user.clone());
    prop_oneof![
        6 => (deck.clone(), user.clone(), creator, organization.clone(), any::<bool>())
            .prop_map(|(deck, owner, creator, organization, open)| Op::Create { deck, owner, creator, organization, open }),
        4 => (deck.clone(), "[a-cA-C]{0,2}", any::<bool>()).prop_map(|(deck, title, open)| Op::Write { deck, title, open }),
        2 => deck.clone().prop_map(|deck| Op::Trash { deck }),
        2 => deck.clone().prop_map(|deck| Op::Restore { deck }),
        1 => deck.clone().prop_map(|deck| Op::Purge { deck }),
        5 => (deck.clone(), user.clone()).prop_map(|(deck, user)| Op::Grant { deck, user }),
        2 => (deck.clone(), user.clone()).prop_map(|(deck, user)| Op::Revoke { deck, user }),
        2 => (deck.clone(), user.clone(), any::<bool>()).prop_map(|(deck, to, keep)| Op::Transfer { deck, to, keep }),
        3 => (deck, any::<bool>()).prop_map(|(deck, open)| Op::Open { deck, open }),
        1 => (user.clone(), user.clone()).prop_map(|(user, heir)| Op::DeleteUser { user, heir }),
        1 => user.clone().prop_map(|user| Op::CreateUser { user }),
        1 => (user.clone(), organization.clone()).prop_map(|(user, organization)| Op::AddMember { user, organization }),
        1 => (user.clone(), user, organization)
            .prop_map(|(user, heir, organization)| Op::RemoveMember { user, heir, organization }),
    ]
}

#[derive(Debug, Clone)]
struct ModelDeck {
    organization: &'static str,
    owner: usize,
    creator: Option<usize>,
    title: String,
    open: bool,
    created_at: i64,
    updated_at: i64,
    trashed: bool,
    grants: BTreeSet<usize>,
}

#[derive(Debug, Default)]
struct Model {
    users: BTreeSet<usize>,
    members: BTreeSet<(&'static str, usize)>,
    decks: BTreeMap<usize, ModelDeck>,
}

impl Model {
    /// Ids of the decks in a list.
    fn list(&self, reader: usize, organization: &str, ownership: Ownership, sort: Sort) -> Vec<String> {
        let mut found: Vec<(&usize, &ModelDeck)> = self
            .decks
            .iter()
            .filter(|(_, deck)| deck.organization == organization && !deck.trashed)
            .filter(|(_, deck)| {
                let own = deck.owner == reader;
                let reads = deck.open || deck.creator == Some(reader) || deck.grants.contains(&reader);
                match ownership {
                    Ownership::Owned => own,
                    Ownership::Shared => !own && reads,
                    Ownership::All => own || reads,
                }
            })
            .collect();
        found.sort_by_key(|(id, deck)| match sort {
            Sort::Updated => (-deck.updated_at, String::new(), **id),
            Sort::Created => (-deck.created_at, String::new(), **id),
            Sort::Title => (0, deck.title.to_lowercase(), **id),
        });
        found.into_iter().map(|(id, _)| id.to_string()).collect()
    }
}

/// Runs an operation on the store and on the model. Both have to agree on whether it succeeds.
async fn step(store: &Store, model: &mut Model, op: &Op) {
    let name = |user: usize| format!("user{user}");
    let access = |open: bool| if open { Access::Organization } else { Access::Private };
    let (done, expected) = match op.clone() {
        Op::Create { deck: id, owner, creator, organization, open } => {
            if !model.users.contains(&owner) {
                return;
            }
            let creator = creator.filter(|creator| *creator != owner);
            let organization = ORGANIZATIONS[organization];
            let mut made = deck(&id.to_string(), &name(owner), "new");
            made.head.organization = organization.into();
            made.head.creator = creator.map(|user| name(user).into());
            made.head.access = access(open);
            let kept = ModelDeck {
                organization,
                owner,
                creator,
                title: "new".into(),
                open,
                created_at: made.head.created_at,
                updated_at: made.head.updated_at,
                trashed: false,
                grants: BTreeSet::new(),
            };
            let free = !model.decks.contains_key(&id);
            if free {
                model.decks.insert(id, kept);
            }
            (store.create_deck(made, by("x")).await, free)
        }
        Op::Write { deck, title, open } => {
            let Some(before) = store.deck(&deck.to_string().into()).await.expect("an answer") else {
                return;
            };
            let (revision, mut head, content) = edited(&before, &title);
            let access = access(open);
            let opened = (access != head.access).then_some(access);
            head.access = access;
            let kept = model.decks.get_mut(&deck).expect("the model has it");
            if !kept.trashed {
                (kept.title, kept.open, kept.updated_at) = (title, open, head.updated_at);
            }
            (store.write_deck(revision, written(head, content), opened, by("x")).await, !kept.trashed)
        }
        Op::Trash { deck } => {
            let kept = model.decks.get_mut(&deck).filter(|kept| !kept.trashed);
            let expected = kept.map(|kept| kept.trashed = true).is_some();
            let trashed = Some(trashed(next()));
            (store.set_trashed(&deck.to_string().into(), trashed, by("x")).await, expected)
        }
        Op::Restore { deck } => {
            let kept = model.decks.get_mut(&deck).filter(|kept| kept.trashed);
            let expected = kept.map(|kept| kept.trashed = false).is_some();
            (store.set_trashed(&deck.to_string().into(), None, by("x")).await, expected)
        }
        Op::Purge { deck } => {
            let expected = model.decks.remove(&deck).is_some();
            (store.purge_deck(&deck.to_string().into(), by("x")).await, expected)
        }
        Op::Grant { deck, user } => {
            let Some(kept) = model.decks.get_mut(&deck).filter(|kept| kept.owner != user) else {
                return;
            };
            let expected = kept.grants.insert(user);
            let grant = grant(&name(user), Permission::View);
            (store.add_grant(&deck.to_string().into(), grant, by("x")).await, expected)
        }
        Op::Revoke { deck, user } => {
            let kept = model.decks.get_mut(&deck);
            let expected = kept.is_some_and(|kept| kept.grants.remove(&user));
            (store.remove_grant(&deck.to_string().into(), &name(user).into(), by("x")).await, expected)
        }
        Op::Transfer { deck, to, keep } => {
            let Some(kept) = model.decks.get_mut(&deck) else { return };
            if kept.owner == to || !model.users.contains(&to) {
                return;
            }
            let former = std::mem::replace(&mut kept.owner, to);
            kept.grants.remove(&to);
            if keep {
                kept.grants.insert(former);
            }
            kept.creator = kept.creator.filter(|creator| *creator != to && (keep || *creator != former));
            let keep = keep.then(|| grant(&name(former), Permission::Edit));
            (store.transfer_deck(&deck.to_string().into(), &name(to).into(), keep, by("x")).await, true)
        }
        Op::Open { deck, open } => {
            let kept = model.decks.get_mut(&deck);
            let expected = kept.map(|kept| kept.open = open).is_some();
            (store.set_access(&deck.to_string().into(), access(open), false, by("x")).await, expected)
        }
        Op::DeleteUser { user, heir } => {
            if !model.users.contains(&heir) {
                return;
            }
            let expected = user != heir && model.users.remove(&user);
            if expected {
                for kept in model.decks.values_mut() {
                    if kept.owner == user {
                        kept.owner = heir;
                        kept.grants.remove(&heir);
                        kept.creator = kept.creator.filter(|creator| *creator != heir);
                        model.members.insert((kept.organization, heir));
                    }
                    kept.grants.remove(&user);
                    kept.creator = kept.creator.filter(|creator| *creator != user);
                }
                model.members.retain(|(_, member)| *member != user);
            }
            let deleted = store.delete_user(&name(user).into(), &name(heir).into(), next()).await;
            (deleted.map(drop), expected)
        }
        Op::CreateUser { user: number } => {
            let expected = model.users.insert(number);
            if expected {
                model.members.insert(("org", number));
            }
            let name = name(number);
            (store.create_user(user(&name), member("org", &name)).await, expected)
        }
        Op::AddMember { user, organization } => {
            if !model.users.contains(&user) {
                return;
            }
            let organization = ORGANIZATIONS[organization];
            let expected = model.members.insert((organization, user));
            (store.add_member(member(organization, &name(user))).await, expected)
        }
        Op::RemoveMember { user, heir, organization } => {
            if !model.users.contains(&heir) {
                return;
            }
            let organization = ORGANIZATIONS[organization];
            let there = |kept: &ModelDeck| kept.organization == organization;
            let stays = user == heir && model.decks.values().any(|kept| there(kept) && kept.owner == user);
            let expected = !stays && model.members.remove(&(organization, user));
            if expected {
                for kept in model.decks.values_mut().filter(|kept| there(kept)) {
                    if kept.owner == user {
                        kept.owner = heir;
                        kept.grants.remove(&heir);
                        kept.creator = kept.creator.filter(|creator| *creator != heir);
                        model.members.insert((organization, heir));
                    }
                    kept.grants.remove(&user);
                }
            }
            let (user, heir) = (name(user).into(), name(heir).into());
            let removed = store.remove_member(&organization.into(), &user, &heir, Inheritance::All, next()).await;
            (removed.map(drop), expected)
        }
    };
    assert_eq!(done.is_ok(), expected, "{op:?}: {done:?}");
}

/// Compares every list of every user with the model.
async fn compare(store: &Store, model: &Model, sorts: &[Sort]) {
    for reader in 0..USERS {
        for organization in ORGANIZATIONS {
            for ownership in [Ownership::Owned, Ownership::Shared, Ownership::All] {
                for sort in sorts {
                    let query = ListQuery {
                        reader: format!("user{reader}").into(),
                        organization: organization.into(),
                        ownership,
                        search: None,
                        filed: None,
                        sort: *sort,
                        limit: 3,
                        offset: 1,
                    };
                    let expected = model.list(reader, organization, ownership, *sort);
                    let page = store.list_decks(&query).await.expect("a list");
                    let ids: Vec<&str> = page.rows.iter().map(|row| row.head.id.as_str()).collect();
                    let window: Vec<&str> = expected.iter().map(String::as_str).skip(1).take(3).collect();
                    assert_eq!((page.total, ids), (expected.len(), window), "{query:?}");
                    for row in &page.rows {
                        let kept = &model.decks[&row.head.id.parse().expect("a number")];
                        assert_eq!(row.permission.is_some(), kept.grants.contains(&reader), "{query:?}");
                        assert_eq!(row.owner_email, format!("user{}@example.test", kept.owner));
                    }
                    let found =
                        store.list_decks(&ListQuery { search: Some("A".into()), ..query }).await.expect("a list");
                    let title = |id: &String| model.decks[&id.parse().expect("a number")].title.to_lowercase();
                    let with_an_a = expected.iter().filter(|id| title(id).contains('a'));
                    assert_eq!(found.total, with_an_a.count());
                }
            }
        }
    }
}

async fn hold(storage: TestStorage, ops: Vec<Op>) {
    let store = storage.open().await;
    let first = store.create_first_account(organization("org"), user("user0")).await;
    assert!(first.expect("the first user"));
    let side = store.create_organization(organization("side"), member("side", "user0"));
    side.await.expect("another organization");
    let mut model = Model { users: [0].into(), members: [("org", 0), ("side", 0)].into(), decks: BTreeMap::new() };
    for user in 1..USERS {
        step(&store, &mut model, &Op::CreateUser { user }).await;
    }
    for op in &ops {
        step(&store, &mut model, op).await;
        compare(&store, &model, &[Sort::Updated]).await;
    }
    compare(&store, &model, &[Sort::Updated, Sort::Title, Sort::Created]).await;
    compare(&storage.open().await, &model, &[Sort::Updated]).await;
}

fn check(cases: u32, storage: impl AsyncFn() -> TestStorage) {
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 200, ..Config::default() };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let ops = proptest::collection::vec(op(), 1..60);
    let held = TestRunner::new(config).run(&ops, |ops| {
        let outcome = runtime.block_on(async { tokio::spawn(hold(storage().await, ops)).await });
        outcome.map_err(|error| TestCaseError::fail(error.to_string()))
    });
    if let Err(fault) = held {
        panic!("{fault}");
    }
}

#[test]
fn lists_and_totals_follow_random_operations_on_sqlite() {
    check(12, async || TestStorage::sqlite());
}

#[test]
fn lists_and_totals_follow_random_operations_on_files() {
    check(6, async || TestStorage::file());
}

#[test]
fn lists_and_totals_follow_random_operations_on_postgres() {
    check(8, async || TestStorage::postgres().await);
}
