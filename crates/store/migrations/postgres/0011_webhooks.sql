-- Addresses that organizations have events sent to. `events` is a JSON list of names. The secret signs what is sent, so it
-- is stored as it is. `gone_at` is set when the receiver answered that it is gone, which switches the webhook off.
CREATE TABLE webhooks (
    id TEXT COLLATE "C" PRIMARY KEY,
    organization TEXT COLLATE "C" NOT NULL,
    url TEXT COLLATE "C" NOT NULL,
    events TEXT COLLATE "C" NOT NULL,
    active BIGINT NOT NULL,
    description TEXT COLLATE "C" NOT NULL,
    secret TEXT COLLATE "C" NOT NULL,
    gone_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX webhooks_by_organization ON webhooks (organization);

-- Events to be sent and events that were sent, one row for each webhook. `message` is the id of the event, the same when it
-- is sent again. `next_at` is when a pending one is due; a process that sends it moves that time ahead as its lease.
CREATE TABLE webhook_deliveries (
    id TEXT COLLATE "C" PRIMARY KEY,
    webhook TEXT COLLATE "C" NOT NULL,
    message TEXT COLLATE "C" NOT NULL,
    event TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    attempts BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    next_at BIGINT,
    attempted_at BIGINT,
    response_status BIGINT,
    duration_ms BIGINT,
    failure TEXT COLLATE "C" NOT NULL
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (webhook, created_at DESC, id);
