import { EventOutbox, type OutboxEvent, questionOf } from "@auspex/domain/events"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { storeStatements } from "../../database/statementsOf.ts"

const rowOf = (event: OutboxEvent) => ({
  id: uuidv7(),
  event: event.event,
  data: event.data,
  ...("workspace_id" in event ? { workspace_id: event.workspace_id } : {
    question_id: questionOf(event),
    actor_id: event.actor_id,
    addressee_id: event.addressee_id
  })
})

/** $1 the events as JSON; absent fields are null. */
const record = `insert into outbox_events (id, event, data, question_id, actor_id, addressee_id, workspace_id)
          select id, event, data, question_id, actor_id, addressee_id, workspace_id
          from rows from (jsonb_to_recordset($1::jsonb) as (id uuid, event text, data jsonb, question_id uuid,
            actor_id uuid, addressee_id uuid, workspace_id uuid)) with ordinality
          order by ordinality`

const layer: Layer.Layer<EventOutbox, never, SqlClient> = Layer.effect(
  EventOutbox,
  Effect.map(storeStatements("outbox"), ({ run }) => ({
    record: (events) => events.length === 0 ? Effect.void : run("record", record, [JSON.stringify(events.map(rowOf))])
  }))
)

/** Writes `outbox_events`: one statement for all events of a call, numbered in their order. */
export const EventOutboxPg = { layer }
