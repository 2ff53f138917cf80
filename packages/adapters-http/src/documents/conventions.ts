/** What holds for every operation of the core API. */
export const conventions =
  `Bodies are JSON. Times are ISO 8601 UTC. Access: none and optional need no credential; key takes an agent key or a
human token, in X-API-Key or Authorization: Bearer; human takes a human token in either; admin takes X-Admin-Key; manager takes
what human or admin takes. Every refusal is {error, code, failures?}; the codes are explained at GET /api/errors. Lists take limit, offset and cursor and answer
{<plural>, total, next_cursor}. A creating POST may carry an Idempotency-Key. 429 and 503 carry Retry-After. Public reads
without a credential carry an ETag; with one they carry none.`
