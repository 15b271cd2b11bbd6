-- Addresses that organizations have events sent to. `events` is a JSON list of names. The secret signs what is sent, so it
-- is stored as it is. `gone_at` is set when the receiver answered that it is gone, which switches the webhook off.
CREATE TABLE webhooks (
    id TEXT PRIMARY KEY,
    organization TEXT NOT NULL,
    url TEXT NOT NULL,
    events TEXT NOT NULL,
    active INTEGER NOT NULL,
    description TEXT NOT NULL,
    secret TEXT NOT NULL,
    gone_at INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
);
CREATE INDEX webhooks_by_organization ON webhooks (organization);

-- Events to be sent and events that were sent, one row for each webhook. `message` is the id of the event, the same when it
-- is sent again. `next_at` is when a pending one is due; a process that sends it moves that time ahead as its lease.
CREATE TABLE webhook_deliveries (
    id TEXT PRIMARY KEY,
    webhook TEXT NOT NULL,
    message TEXT NOT NULL,
    event TEXT NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    next_at INTEGER,
    attempted_at INTEGER,
    response_status INTEGER,
    duration_ms INTEGER,
    failure TEXT NOT NULL
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (webhook, created_at DESC, id);
