-- Passkeys: the public keys of authenticators that sign their accounts in. The id is a hash of the credential id, so that no
-- credential is registered twice. Credential id and public key (COSE) are base64url. `backup_eligible` never changes.
CREATE TABLE passkeys (
    id TEXT COLLATE "C" PRIMARY KEY,
    credential TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    public_key TEXT COLLATE "C" NOT NULL,
    sign_count BIGINT NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    transports TEXT COLLATE "C" NOT NULL,
    backup_eligible BIGINT NOT NULL,
    backed_up BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT
);
CREATE INDEX passkeys_by_user ON passkeys (user_id);
