-- Who an issuer of single sign-on says somebody is. The id is a hash of issuer and subject; an account has one subject
-- of an issuer at most, so that an e-mail which passes to somebody else there opens nothing here.
CREATE TABLE identities (
    id TEXT PRIMARY KEY,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    user_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (issuer, user_id)
);
CREATE INDEX identities_by_user ON identities (user_id);
