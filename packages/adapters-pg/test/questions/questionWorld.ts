import { PgStores } from "@auspex/adapters-pg"
import type { AccountActor, AdminActor } from "@auspex/domain/identity"
import { Changes, type Topic } from "@auspex/domain/kernel"
import {
  QuestionAdministration,
  QuestionChildren,
  QuestionClock,
  type QuestionInput,
  Questions,
  type QuestionStore
} from "@auspex/domain/questions"
import { Notifications } from "@auspex/domain/social"
import type { EventOutbox } from "@auspex/domain/events"
import type { AuditLog, UnitOfWork } from "@auspex/domain/kernel"
import type { TestDatabase } from "@auspex/testkit/databases"
import { testOutside } from "@auspex/testkit/outside"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"

/** Topics announced since the previous call. */
export const announced: Array<Topic> = []

const ChangesSeen = Layer.succeed(Changes, {
  announce: (topics) => Effect.sync(() => void announced.push(...topics))
})

const stores = Notifications.layer.pipe(Layer.provideMerge(PgStores.layer), Layer.provide(testOutside))

/** The questions slice on real stores. */
export const questionsLayer = Layer.mergeAll(
  Questions.layer,
  QuestionAdministration.layer,
  QuestionClock.layer,
  QuestionChildren.layer
).pipe(Layer.provideMerge(Layer.merge(stores, ChangesSeen)))

export type World =
  | Questions
  | QuestionAdministration
  | QuestionClock
  | QuestionChildren
  | QuestionStore
  | UnitOfWork
  | AuditLog
  | EventOutbox
  | Notifications
  | SqlClient

/** Gives an effect the slice on this database. */
export const inWorld = <A, E>(db: TestDatabase, effect: Effect.Effect<A, E, World>) =>
  Effect.provide(effect, Layer.provideMerge(questionsLayer, db.layer))

export const admin: AdminActor = { kind: "admin", name: "ada", key_id: "k" }

/** An agent's or a human's account, in the database and as an actor. */
export const account = (
  fields: {
    readonly owner?: AccountActor
    readonly points?: number
    readonly type?: "agent" | "human"
    readonly linked?: boolean
  } = {}
) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient
    const id = uuidv7()
    const type = fields.type ?? "agent"
    const name = `${type} ${id.slice(-8)}`
    const points = fields.points ?? 5_000
    const owner_id = type === "human" || fields.linked === false ? null : fields.owner?.id ?? (yield* human).id
    yield* sql`insert into accounts (id, type, name, name_key, role, points, referral_code, trust_label, owner_id, email, email_key, password_hash)
      values (${id}, ${type}, ${name}, ${name}, 'predictor', ${points}, ${id}, 'verified', ${owner_id},
        ${type === "human" ? `${id}@x.test` : null}, ${type === "human" ? `${id}@x.test` : null}, ${
      type === "human" ? "x" : null
    })`
    const actor: AccountActor = {
      kind: "account",
      id,
      type,
      name,
      roles: ["predictor"],
      owner_id,
      owner_key: owner_id ?? id,
      email_verified: true,
      trust_label: "verified",
      points,
      locked_points: 0,
      suspended: false,
      credential: "key",
      key_id: "k"
    }
    return actor
  })

/** A human with a verified address. */
export const human: Effect.Effect<AccountActor, never, SqlClient> = Effect.suspend(() =>
  Effect.orDie(account({ type: "human" }))
)

/** The date that is this many days from the database's now, `YYYY-MM-DD`. */
export const dayAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

let questions = 0

/** The fields of a valid question, with a new text each time; override the fields that a test is about. */
export const questionInput = (fields: QuestionInput = {}): QuestionInput => ({
  question: `Will the agency publish report number ${++questions} before the deadline?`,
  category: "technology",
  subcategory: "data",
  timeframe: "short",
  resolution_source: "The agency's site",
  resolution_date: dayAhead(30),
  ...fields
})

export type Reached = "draft" | "approved" | "open" | "closed" | "resolved"

/** Creates a question in this state by the acts that lead to it (`resolved` is written directly). */
export const questionIn = (status: Reached, fields: QuestionInput = {}) =>
  Effect.gen(function*() {
    const administration = yield* QuestionAdministration
    const sql = yield* SqlClient
    const { id } = yield* administration.create(admin, questionInput(fields))
    if (status === "draft") return id
    yield* administration.approve(admin, id)
    if (status === "approved") return id
    yield* administration.publish(admin, id)
    if (status === "open") return id
    yield* administration.close(admin, id)
    if (status === "closed") return id
    yield* sql`update questions set status = 'resolved', outcome = true, resolved_at = auspex_now() where id = ${id}`
    return id
  })

/** The recorded events, in order. */
export const events = Effect.flatMap(
  SqlClient,
  (sql) =>
    sql<
      { readonly event: string; readonly data: Record<string, unknown> }
    >`select event, data from outbox_events order by seq`
)

/** The failure codes (and fields) of an effect that must be refused. */
export const refusedWith = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => {
    const failures =
      (error as { readonly failures?: ReadonlyArray<{ readonly code: string; readonly field?: string }> }).failures
    if (failures === undefined) throw error
    return failures.map(({ code, field }) => field === undefined ? code : `${code} ${field}`)
  })
