-- Each upload of a sound or video sums up those of its uploader.
CREATE INDEX uploads_by_uploader ON uploads (uploader);
