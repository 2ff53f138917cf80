import { type PublicFeedRow, PublicFeedStore } from "@auspex/domain/feed"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import { isPublic } from "../../kernel/isPublic.ts"
import { windowEndOf } from "../../kernel/predictionWindow.ts"

const columns = `q.id as question_id, q.question, q.category, ${
  windowEndOf("q")
} as window_ends_at, q.resolution_source, q.outcome,
  q.correct_options, q.resolution_note`

/** $1 limit. */
const latest = `
  select * from (
    (select q.id as entry_id, 'published' as kind, q.published_at as at, ${columns}
      from questions q where q.published_at is not null and ${isPublic("q")}
      order by q.published_at desc, q.id desc limit $1::integer)
    union all
    (select j.id, 'resolved', q.resolved_at, ${columns}
      from questions q join resolution_jobs j on j.question_id = q.id and j.version = q.resolution_version
      where q.status = 'resolved' order by q.resolved_at desc limit $1::integer)
  ) entries order by at desc, entry_id desc limit $1::integer`

const layer: Layer.Layer<PublicFeedStore, never, SqlClient> = Layer.effect(
  PublicFeedStore,
  Effect.map(storeStatements("feed"), ({ all }) =>
    PublicFeedStore.of({
      latest: (limit) => all<PublicFeedRow>("latest", latest, [limit])
    }))
)

/** Reads the starts of two indexes on `questions`. */
export const PublicFeedStorePg = { layer }
