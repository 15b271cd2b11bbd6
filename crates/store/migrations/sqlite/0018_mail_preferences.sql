-- What people want of the mail that they get: their language, none until the app knows it, and whether they are mailed when a
-- comment mentions them, which they are unless it is 0.
ALTER TABLE users ADD COLUMN lang TEXT;
ALTER TABLE users ADD COLUMN mention_mails INTEGER;
