-- Passkeys: the public keys of authenticators that sign their accounts in. The id is a hash of the credential id, so that no
-- credential is registered twice. Credential id and public key (COSE) are base64url. `backup_eligible` never changes.
CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    credential TEXT NOT NULL,
    user_id TEXT NOT NULL,
    public_key TEXT NOT NULL,
    sign_count INTEGER NOT NULL,
    name TEXT NOT NULL,
    transports TEXT NOT NULL,
    backup_eligible INTEGER NOT NULL,
    backed_up INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER
);
CREATE INDEX passkeys_by_user ON passkeys (user_id);
