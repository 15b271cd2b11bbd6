-- Identities from issuers of single sign-on. The id is a hash of issuer and subject. An account has at most one subject
-- of an issuer, so that an e-mail address which the issuer gives to another person does not open the account.
CREATE TABLE identities (
    id TEXT COLLATE "C" PRIMARY KEY,
    issuer TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (issuer, user_id)
);
CREATE INDEX identities_by_user ON identities (user_id);
