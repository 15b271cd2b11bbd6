-- What an identity provider decides about a member. `state` is NULL for active members, `inactive` for people whom it
-- switched off and `left` for those whom it deleted; both have no rights in the organization. `profile` is JSON: what it
-- knows about the person, `null` where it said nothing. `changed_at` is NULL until it changes something.
ALTER TABLE memberships ADD COLUMN state TEXT COLLATE "C";
ALTER TABLE memberships ADD COLUMN profile TEXT COLLATE "C" NOT NULL DEFAULT 'null';
ALTER TABLE memberships ADD COLUMN changed_at BIGINT;

-- The token with which an identity provider manages the members of an organization. `by_administrator` says whether an
-- administrator of the instance made it, since only such a token may change administrators of the instance.
CREATE TABLE provisioning_tokens (
    organization TEXT COLLATE "C" PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL,
    hash TEXT COLLATE "C" NOT NULL UNIQUE,
    prefix TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    by_administrator BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT
);

-- Groups of people as the identity provider knows them. `role` is the role that they give their members; NULL for none.
CREATE TABLE member_groups (
    id TEXT COLLATE "C" PRIMARY KEY,
    organization TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    external_id TEXT COLLATE "C",
    role TEXT COLLATE "C",
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX member_groups_by_organization ON member_groups (organization);

CREATE TABLE group_members (
    group_id TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (group_id, user_id)
);
CREATE INDEX group_members_by_user ON group_members (user_id);
