import { EventOutbox, type PlatformEvent, questionOf } from "@auspex/domain/webhooks"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { storage } from "../database/DatabaseError.ts"

const rowOf = (event: PlatformEvent) => ({
  id: uuidv7(),
  event: event.event,
  data: event.data,
  question_id: questionOf(event) ?? null,
  actor_id: event.actor_id ?? null,
  addressee_id: event.addressee_id ?? null
})

const layer: Layer.Layer<EventOutbox, never, SqlClient> = Layer.effect(
  EventOutbox,
  Effect.map(SqlClient, (sql) => ({
    record: (events) =>
      events.length === 0
        ? Effect.void
        : sql`insert into outbox_events (id, event, data, question_id, actor_id, addressee_id)
          select id, event, data, question_id, actor_id, addressee_id
          from rows from (jsonb_to_recordset(${JSON.stringify(events.map(rowOf))}::jsonb)
            as (id uuid, event text, data jsonb, question_id uuid, actor_id uuid, addressee_id uuid)) with ordinality
          order by ordinality`.pipe(Effect.asVoid, storage("outbox.record"))
  }))
)

/** Writes `outbox_events`: one statement for all events of a call, numbered in their order. */
export const EventOutboxPg = { layer }
