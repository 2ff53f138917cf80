import { type Citation, FindingStore, type StoredFinding } from "@auspex/domain/projects"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { isUuid } from "../../kernel/isUuid.ts"
import { storeStatements } from "../../database/statementsOf.ts"

interface FindingRow extends Citation {
  readonly id: string
  readonly text: string
  readonly project_id: string
  readonly question_id: string | null
  readonly kind: StoredFinding["kind"]
}

const cited = `
  join source_versions v on v.id = p.version_id
  join sources s on s.id = v.source_id`

const citation = `v.source_id, coalesce(s.given_title, v.title, s.uri) as title, v.final_uri as uri, v.retrieved_at,
    v.content_hash`

/** $1 workspace, $2 ids as JSON. A reasoning cites its first quote. */
const findings = `
  with wanted as (select value::uuid as id from jsonb_array_elements_text($2::text::jsonb))
  select p.id, 'passage' as kind, s.project_id, null::uuid as question_id, p.text, p.text as quote, p.start_at as start,
    p.end_at as "end", ${citation}
  from source_passages p ${cited} join projects j on j.id = s.project_id
  where j.workspace_id = $1::uuid and p.id in (select id from wanted)
  union all
  select r.id, 'reasoning', r.project_id, r.question_id, r.narrative, q.quote ->> 'quote', (q.quote ->> 'start')::integer,
    (q.quote ->> 'end')::integer, ${citation}
  from reasonings r join projects j on j.id = r.project_id
  cross join lateral (select coalesce(r.evidence -> 0, r.counter_evidence -> 0) as quote) q
  join source_passages p on p.id = (q.quote ->> 'passage_id')::uuid ${cited}
  where j.workspace_id = $1::uuid and r.id in (select id from wanted)`

const findingOf = ({ id, kind, project_id, question_id, text, ...stated }: FindingRow): StoredFinding => ({
  id,
  kind,
  project_id,
  ...(question_id === null ? {} : { question_id }),
  text,
  citation: stated
})

const layer: Layer.Layer<FindingStore, never, SqlClient> = Layer.effect(
  FindingStore,
  Effect.map(storeStatements("findings"), ({ all }) =>
    FindingStore.of({
      findings: (workspaceId, ids) =>
        Effect.suspend(() => {
          const known = ids.filter(isUuid)
          return known.length === 0
            ? Effect.succeed([])
            : Effect.map(
              all<FindingRow>("findings", findings, [workspaceId, JSON.stringify(known)]),
              (rows) => rows.map(findingOf)
            )
        })
    }))
)

/** Reads findings from `source_passages` and `reasonings`. */
export const FindingStorePg = { layer }
