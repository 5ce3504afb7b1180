-- A host's pause is no ruling any more: what was one is told as what `/match pause` does.
UPDATE audit SET said = '"paused"' WHERE said LIKE '{"ruled":{"ruling":"pause",%';
UPDATE audit SET said = '"resumed"' WHERE said LIKE '{"ruled":{"ruling":"resume",%';
UPDATE outbox SET body = json_set(body, '$.post.audit.said', 'paused')
    WHERE body LIKE '%"said":{"ruled":{"ruling":"pause",%';
UPDATE outbox SET body = json_set(body, '$.post.audit.said', 'resumed')
    WHERE body LIKE '%"said":{"ruled":{"ruling":"resume",%';
