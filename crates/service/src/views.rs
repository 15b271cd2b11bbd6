//! Records as every door answers them.

use serde_json::{Value, json};
use store::{Organization, Role, Tier, User};

use crate::clock::iso;

/// The word for a tier.
pub fn tier_name(tier: Tier) -> &'static str {
    match tier {
        Tier::Free => "free",
        Tier::Pro => "pro",
        Tier::Enterprise => "enterprise",
    }
}

/// The tier with a name.
pub fn tier_named(name: &str) -> Option<Tier> {
    [Tier::Free, Tier::Pro, Tier::Enterprise].into_iter().find(|tier| tier_name(*tier) == name)
}

/// The word for a role.
pub fn role_name(role: Role) -> &'static str {
    match role {
        Role::Admin => "admin",
        Role::Member => "member",
    }
}

/// The role with a name.
pub fn role_named(name: &str) -> Option<Role> {
    [Role::Admin, Role::Member].into_iter().find(|role| role_name(*role) == name)
}

/// An account, without its password.
pub fn user_view(user: &User) -> Value {
    json!({
        "id": user.id, "email": user.email, "name": user.name, "role": role_name(user.role), "tier": tier_name(user.tier),
        "disabled": user.disabled, "createdAt": iso(user.created_at), "updatedAt": iso(user.updated_at),
    })
}

/// An organization.
pub fn organization_view(organization: &Organization) -> Value {
    json!({
        "id": organization.id, "name": organization.name, "slug": organization.slug,
        "createdAt": iso(organization.created_at),
    })
}
