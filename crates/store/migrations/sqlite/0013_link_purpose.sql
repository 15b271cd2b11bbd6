-- What a one-time link is for. NULL in older links, which are invitations.
ALTER TABLE links ADD COLUMN purpose TEXT;
