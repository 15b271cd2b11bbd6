-- Who began or steered a live session. `notes_key` now holds a random nonce from which the notes key is derived, so the
-- keys of sessions that run during the upgrade stop working.
ALTER TABLE live_sessions ADD COLUMN presenters TEXT NOT NULL DEFAULT 'null';

-- The account that made a share link. It is NULL where no account has the e-mail address any more.
ALTER TABLE share_links ADD COLUMN maker TEXT;
UPDATE share_links SET maker = (SELECT id FROM users WHERE users.email = share_links.created_by);
