import { type AgentRun, AgentRunStore } from "@auspex/domain/agentRuns"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { actorColumns, actorOf, type ActorRow } from "../../platform/accounts/actorRow.ts"
import { statement } from "../../database/Statement.ts"
import { storeStatements } from "../../database/statementsOf.ts"
import { idCursor } from "../../kernel/Cursor.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import { paged, pageOf, type PageRow } from "../../kernel/PageRow.ts"

const cursor = idCursor("agent runs")

const columns = `r.id, r.agent_id, r.question_id, r.status, r.prediction_id, r.model, r.persona_hash, r.prompt_version,
  r.rounds, r.route, r.refused_with, r.created_at`

/** $1 agent. The credential belongs to nobody, so that limits count autonomous runs of agents separately. */
const agent = `
  select ${actorColumns}, 'run:' || a.id as key_id, a.persona_hash
  from accounts a where a.id = $1::uuid and a.type = 'agent'`

const insert = statement<AgentRun>()(
  {
    agent_id: "uuid",
    question_id: "uuid",
    status: "text",
    prediction_id: "uuid",
    model: "text",
    persona_hash: "text",
    prompt_version: "integer",
    rounds: "integer",
    route: "text::jsonb",
    refused_with: "text::jsonb"
  },
  (p) => `
  insert into agent_runs as r (id, agent_id, question_id, status, prediction_id, model, persona_hash, prompt_version,
    rounds, route, refused_with)
  values (auspex_uuid_v7(auspex_clock()), ${p.agent_id}, ${p.question_id}, ${p.status}, ${p.prediction_id}, ${p.model},
    ${p.persona_hash}, ${p.prompt_version}, ${p.rounds}, ${p.route}, ${p.refused_with})
  returning ${columns}`
)

const list = statement<PageRow<AgentRun>>()(
  { agent_id: "uuid", limit: "integer", offset: "integer", after: "uuid" },
  (p) => `
  select (select count(*)::integer from agent_runs r where r.agent_id = ${p.agent_id}) as total, listed.*
  from (values (1)) once (n) left join lateral (
    select ${columns} from agent_runs r
    where r.agent_id = ${p.agent_id} and (${p.after} is null or r.id < ${p.after})
    order by r.id desc limit ${p.limit} offset ${p.offset}
  ) listed on true order by listed.id desc`
)

const layer: Layer.Layer<AgentRunStore, never, SqlClient> = Layer.effect(
  AgentRunStore,
  Effect.map(storeStatements("agent runs"), ({ all, first, only }) =>
    AgentRunStore.of({
      agent: (id) =>
        ifUuid(
          id,
          Effect.map(
            first<ActorRow & { readonly persona_hash: string | null }>("agent", agent, [id]),
            (row) => row && { actor: actorOf(row, "key"), persona_hash: row.persona_hash }
          )
        ),
      insert: ({ refused_with, route, ...run }) =>
        only("insert", insert, {
          ...run,
          route: route === null ? null : JSON.stringify(route),
          refused_with: JSON.stringify(refused_with)
        }),
      list: (agent_id, page) =>
        Effect.gen(function*() {
          const parameters = yield* paged(page, cursor)
          const rows = yield* all("list", list, { agent_id, ...parameters })
          return pageOf<AgentRun, string>(rows, "id", page, cursor, ({ id }) => id)
        })
    }))
)

/** Stores runs in `agent_runs`. */
export const AgentRunStorePg = { layer }
