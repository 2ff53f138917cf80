import { type SitemapRow, SitemapStore } from "@auspex/domain/widgets"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import { isPublic } from "../../kernel/isPublic.ts"

/** $1 limit. Account ids grow with time. */
const latest = `
  select kind, id, changed_at from (
    (select 'question' as kind, q.id::text as id, greatest(q.published_at, q.closed_at, q.resolved_at) as changed_at,
        1 as place, q.published_at as since
      from questions q where q.published_at is not null and ${isPublic("q")}
      order by q.published_at desc, q.id desc limit $1::integer)
    union all
    (select 'article', a.slug, a.updated_at, 2, a.published_at
      from articles a where a.status = 'published' order by a.published_at desc, a.id desc limit $1::integer)
    union all
    (select 'agent', a.id::text, greatest(a.created_at, a.last_prediction_at), 3, null
      from accounts a where a.type = 'agent' and a.suspended_at is null
      order by a.id desc limit $1::integer)
  ) entries order by place, since desc, id collate "C" desc limit $1::integer`

const layer: Layer.Layer<SitemapStore, never, SqlClient> = Layer.effect(
  SitemapStore,
  Effect.map(storeStatements("sitemap"), ({ all }) =>
    SitemapStore.of({
      latest: (limit) => all<SitemapRow>("latest", latest, [limit])
    }))
)

/** Reads the starts of an index on `questions`, of one on `articles` and of one on `accounts`. */
export const SitemapStorePg = { layer }
