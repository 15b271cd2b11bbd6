//! Maintenance, health and metrics.

use serde_json::json;

use super::lectern::Lectern;

#[test]
fn writes_are_rejected_before_credentials_are_checked_and_reads_succeed() {
    let lectern = Lectern::start(&[("SVC_MAINTENANCE", "on"), ("SVC_MAINTENANCE_RETRY_AFTER", "77")]);
    let anonymous = lectern.anonymous();
    let state = json!({ "active": true, "reason": "configured", "retryAfter": 77 });
    assert_eq!(anonymous.get("/api/maintenance").json(), state);
    for path in ["/api/v1/presentations", "/api/presentations", "/api/api-keys", "/api/uploads", "/api/organizations"] {
        let answer = anonymous.post(path, &json!({}));
        assert_eq!(answer.refusal(), (503, "maintenance".to_owned()), "{path}");
        assert_eq!(answer.header("retry-after"), "77");
    }
    let admin = lectern.admin();
    assert_eq!(admin.get("/api/presentations").status, 200);
    assert_eq!(admin.post("/api/auth/logout", &json!({})).status, 200);
}

#[test]
fn an_administrator_switches_maintenance_until_the_next_start() {
    let lectern = Lectern::start(&[("SVC_MAINTENANCE", "1")]);
    let admin = lectern.admin();
    let off = json!({ "active": false, "reason": null, "retryAfter": null });
    assert_eq!(admin.put("/api/admin/maintenance", &json!({ "active": false })).json(), off);
    assert_eq!(admin.post("/api/presentations", &json!({ "title": "Tides" })).status, 201);
    let key = lectern.key(&["write"]);
    let on = admin.put("/api/admin/maintenance", &json!({ "active": true, "retryAfter": 5 }));
    assert_eq!(on.json(), json!({ "active": true, "reason": "manual", "retryAfter": 5 }));
    for body in [
        json!({}),
        json!({ "active": "yes" }),
        json!({ "active": true, "retryAfter": 0 }),
        json!({ "active": true, "retryAfter": "5" }),
    ] {
        assert_eq!(admin.put("/api/admin/maintenance", &body).status, 400, "{body}");
    }
    assert_eq!(key.put("/api/admin/maintenance", &json!({ "active": false })).status, 401);
    let outlook = json!({ "active": true, "reason": "manual", "retryAfter": 5, "liveSessions": 0 });
    assert_eq!(admin.get("/api/admin/maintenance").json(), outlook);
    assert_eq!(lectern.anonymous().get("/api/admin/maintenance").status, 401);
    let drawn = admin.post("/api/themes/preview", &json!({}));
    assert_eq!(drawn.status, 200, "drawing writes nothing");
    let lectern = lectern.restarted(&[]);
    assert_eq!(lectern.anonymous().get("/api/maintenance").json(), off);
}

#[test]
fn health_has_version_and_time() {
    let health = Lectern::start(&[]);
    let health = (health.anonymous().get("/health"), health);
    let body = health.0.json();
    assert_eq!(
        (health.0.status, &body["status"], &body["version"]),
        (200, &json!("ok"), &json!(env!("CARGO_PKG_VERSION")))
    );
    assert!(body["timestamp"].as_str().is_some_and(|time| time.ends_with('Z')));
}

#[test]
fn liveness_and_readiness_need_no_credentials_and_do_not_change_in_maintenance() {
    let lectern = Lectern::start(&[("SVC_MAINTENANCE", "on")]);
    let anonymous = lectern.anonymous();
    let (alive, ready) = (anonymous.get("/livez"), anonymous.get("/readyz"));
    assert_eq!((alive.status, alive.json()), (200, json!({ "status": "ok" })));
    assert_eq!((ready.status, ready.json()), (200, json!({ "status": "ready" })));
    assert_eq!(anonymous.post("/readyz", &json!({})).status, 405);
}

#[test]
fn metrics_name_routes_by_pattern_and_are_not_public() {
    let lectern = Lectern::start(&[]);
    let anonymous = lectern.anonymous();
    anonymous.get("/api/v1/schema/slide-types/quote.json");
    anonymous.get("/no/such/path");
    let figures = anonymous.get("/metrics");
    for line in [
        "lectern_requests_total{route=\"/api/v1/schema/slide-types/{file}\",method=\"GET\",status=\"200\"} 1",
        "lectern_requests_total{route=\"none\",method=\"GET\",status=\"404\"} 1",
        "# TYPE lectern_request_seconds histogram",
        "lectern_requests_running 1",
        "lectern_decks{trashed=\"no\"} 0",
        "# TYPE lectern_store_writes_total counter",
        "lectern_memory_reads_total{kind=\"decks\",held=\"yes\"} 0",
    ] {
        assert!(figures.text.lines().any(|each| each == line), "{line} is not in\n{}", figures.text);
    }
    assert_eq!(anonymous.with("X-Forwarded-For", "127.0.0.1").get("/metrics").status, 404);
    let lectern = Lectern::start(&[("SVC_TRUST_PROXY", "1")]);
    assert_eq!(lectern.anonymous().with("X-Forwarded-For", "203.0.113.9").get("/metrics").status, 404);
    assert_eq!(lectern.anonymous().with("X-Forwarded-For", "10.0.0.9").get("/metrics").status, 200);
}
