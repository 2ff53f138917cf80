import { briefAttemptSeconds, BriefTextStore, type StoredBriefText } from "@auspex/domain/briefs"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"

const isOld = `asked_at < auspex_clock() - make_interval(secs => ${briefAttemptSeconds})`

/** $1 question. */
const find = `select version, text, ${isOld} as may_ask from brief_texts where question_id = $1::uuid`

/** $1 question, $2 version. */
const claim = `
  insert into brief_texts as t (question_id, version, asked_at) values ($1::uuid, $2, auspex_clock())
  on conflict (question_id) do update set version = excluded.version, text = null, asked_at = excluded.asked_at
    where t.${isOld} and (t.version <> excluded.version or t.text is null)
  returning 1`

/** $1 question, $2 version, $3 text as JSON. */
const put = "update brief_texts set text = $3::text::jsonb where question_id = $1::uuid and version = $2"

const layer: Layer.Layer<BriefTextStore, never, SqlClient> = Layer.effect(
  BriefTextStore,
  Effect.map(storeStatements("brief texts"), ({ all, first, run }) =>
    BriefTextStore.of({
      find: (questionId) => first<StoredBriefText>("find", find, [questionId]),
      claim: (questionId, version) => Effect.map(all("claim", claim, [questionId, version]), (rows) => rows.length > 0),
      put: (questionId, version, text) => run("put", put, [questionId, version, JSON.stringify(text)])
    }))
)

/** Stores texts in `brief_texts`. */
export const BriefTextStorePg = { layer }
