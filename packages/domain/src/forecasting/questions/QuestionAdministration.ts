import { Context, Effect, Layer } from "effect"
import type { AdminActor } from "../../platform/identity/Actor.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { AuditLog } from "../../kernel/AuditLog.ts"
import { Changes } from "../../kernel/Changes.ts"
import type { Page } from "../../kernel/Page.ts"
import { foundOr, orRefuse, refuse, refuseAll } from "../../kernel/Refusal.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { Notifications } from "../../community/social/Notifications.ts"
import type { EventOutbox } from "../../platform/events/EventOutbox.ts"
import { publishLocked } from "./QuestionChildren.ts"
import { type AdminQuestion, toAdminQuestion } from "./Question.ts"
import { changedFields, judgeChange } from "./QuestionChange.ts"
import { draftOf, judgeDraft, type QuestionInput, writableOf } from "./QuestionDraft.ts"
import { moveQuestions } from "./moveQuestions.ts"
import { questionMove } from "./QuestionMove.ts"
import { questionReviewedNotice } from "./questionReviewedNotice.ts"
import { refuseDuplicate } from "./QuestionKey.ts"
import { listQuestions, type QuestionListRequest, questionNotFound } from "./Questions.ts"
import type { QuestionRow } from "./QuestionRow.ts"
import { isPublicStatus, QuestionStatus } from "./QuestionStatus.ts"
import { type LockedQuestion, QuestionStore } from "./QuestionStore.ts"

/**
 * Administration of questions. Every act is one unit of work together with its audit entry and its event. An act that
 * the status of the question does not allow fails with `INVALID_TRANSITION`.
 */
export class QuestionAdministration extends Context.Tag("auspex/QuestionAdministration")<QuestionAdministration, {
  /** Lists questions of every status, rejected drafts included. */
  readonly list: (actor: AdminActor, request: QuestionListRequest) => UseCaseEffect<Page<AdminQuestion>>
  /** Returns one question, whatever its status. */
  readonly show: (actor: AdminActor, id: string) => UseCaseEffect<AdminQuestion>
  /** Creates a draft. Fails with everything that is wrong with it, or with `DUPLICATE_QUESTION`. */
  readonly create: (actor: AdminActor, input: QuestionInput) => UseCaseEffect<AdminQuestion>
  /**
   * Changes the fields that `input` names; null clears a field. Drafts and approved questions can be changed freely,
   * published ones only in the fields of `changeableWhenPublished`, resolved ones not at all.
   */
  readonly patch: (actor: AdminActor, id: string, input: QuestionInput) => UseCaseEffect<AdminQuestion>
  /** Approves a draft and notifies the account that suggested it. */
  readonly approve: (actor: AdminActor, id: string) => UseCaseEffect<AdminQuestion>
  /**
   * Opens an approved question and fires `question.created`. A question whose `opens_at` is in the future stays
   * `approved`; the clock opens it then. A child becomes `closed` until its parent, which must be public, resolves.
   */
  readonly publish: (actor: AdminActor, id: string) => UseCaseEffect<AdminQuestion>
  /** Ends the prediction window now and fires `question.closed`. */
  readonly close: (actor: AdminActor, id: string) => UseCaseEffect<AdminQuestion>
  /** Reopens a closed question, unless it is a child that waits for its parent. */
  readonly reopen: (actor: AdminActor, id: string) => UseCaseEffect<AdminQuestion>
  /** Removes a draft that has no children and is in no survey. */
  readonly remove: (actor: AdminActor, id: string) => UseCaseEffect<void>
}>() {
  static readonly layer: Layer.Layer<
    QuestionAdministration,
    never,
    QuestionStore | UnitOfWork | AuditLog | EventOutbox | Notifications | Changes
  > = Layer.effect(
    QuestionAdministration,
    Effect.gen(function*() {
      const store = yield* QuestionStore
      const work = yield* UnitOfWork
      const audit = yield* AuditLog
      const notifications = yield* Notifications
      const changes = yield* Changes
      const context = yield* Effect.context<QuestionStore | EventOutbox>()
      const services = { audit, changes, context, notifications, store, work }
      return QuestionAdministration.of({
        ...reading(services),
        create: createWith(services),
        patch: patchWith(services),
        publish: publishWith(services),
        ...moving(services),
        remove: removeWith(services)
      })
    })
  )
}

type Service = Context.Tag.Service<QuestionAdministration>

interface Services {
  readonly audit: AuditLog["Type"]
  readonly changes: Changes["Type"]
  /** For the functions that move questions, which ask for their services themselves. */
  readonly context: Context.Context<QuestionStore | EventOutbox>
  readonly notifications: Notifications["Type"]
  readonly store: QuestionStore["Type"]
  readonly work: UnitOfWork["Type"]
}

/** Locks the question, runs `act`, writes the audit entry, and announces the change after the commit. */
const changeWith = ({ audit, changes, store, work }: Services) =>
(
  actor: AdminActor,
  id: string,
  verb: string,
  act: (locked: LockedQuestion) => UseCaseEffect<Outcome>
): UseCaseEffect<AdminQuestion> =>
  work.transact(Effect.gen(function*() {
    const locked = yield* foundOr(store.lock(id), questionNotFound(id))
    const { after, before, row } = yield* act(locked)
    yield* audit.record({
      actor: actor.name,
      action: `question.${verb}`,
      subject_type: "question",
      subject_id: row.id,
      before: before ?? { status: locked.row.status },
      after: after ?? { status: row.status }
    })
    return toAdminQuestion(row, locked.now)
  })).pipe(Effect.tap((question) => changes.announce(["questions", `question:${question.id}`])))

const moveWith =
  ({ context }: Services) =>
  ({ row }: LockedQuestion, action: "approve" | "close" | "reopen"): UseCaseEffect<QuestionRow> =>
    Effect.flatMap(
      orRefuse(questionMove(row.status, action, "admin")),
      (move) => Effect.map(Effect.provide(moveQuestions([row.id], move), context), ([moved = row]) => moved)
    )

const reading = ({ store }: Services): Pick<Service, "list" | "show"> => ({
  list: (_actor, request) =>
    listQuestions(
      store,
      request,
      request.status === undefined || request.status === "all" ? QuestionStatus.literals : [request.status],
      toAdminQuestion
    ),

  show: (_actor, id) =>
    Effect.map(
      foundOr(store.detail(id), questionNotFound(id)),
      ({ now, row }) => toAdminQuestion(row, now)
    )
})

const createWith = ({ audit, changes, store, work }: Services): Service["create"] => (actor, input) =>
  work.transact(Effect.gen(function*() {
    const facts = yield* store.draftingFacts(parentNamed(input))
    const draft = yield* orRefuse(judgeDraft(input, facts))
    yield* refuseDuplicate(store, draft)
    const row = yield* store.insert(yield* orRefuse(questionMove("new", "create", "admin")), draft, null)
    yield* audit.record({
      actor: actor.name,
      action: "question.create",
      subject_type: "question",
      subject_id: row.id,
      after: draftOf(row)
    })
    return toAdminQuestion(row, facts.now)
  })).pipe(Effect.tap(() => changes.announce(["questions"])))

const patchWith = (services: Services): Service["patch"] => {
  const { store } = services
  const change = changeWith(services)
  return (actor, id, input) =>
    change(actor, id, "patch", (locked) =>
      Effect.gen(function*() {
        const before = draftOf(locked.row)
        const wanted = merged(locked.row, writableOf(input))
        const facts = yield* store.draftingFacts(parentNamed(wanted))
        if (parentNamed(wanted)?.toLowerCase() === locked.row.id) {
          return yield* refuse("INVALID_REQUEST", "A question cannot be its own parent.", {
            field: "parent_question_id"
          })
        }
        if (locked.child_count > 0 && parentNamed(wanted) !== null) {
          return yield* refuse("INVALID_REQUEST", "A question with children cannot become a child.", {
            field: "parent_question_id"
          })
        }
        const draft = yield* orRefuse(judgeDraft(wanted, { ...facts, before }))
        const changed = changedFields(before, draft)
        yield* refuseAll(judgeChange(locked.row.status, changed))
        if (locked.child_count > 0 && draft.question_type !== "binary") {
          return yield* refuse("INVALID_REQUEST", "A question with children stays binary.", {
            field: "question_type"
          })
        }
        if (changed.some((field) => field === "question" || field === "resolution_date")) {
          yield* refuseDuplicate(store, draft, locked.row.id)
        }
        const row = changed.length === 0 ? locked.row : yield* store.rewrite(locked.row.id, draft)
        const only = (source: object) =>
          Object.fromEntries(Object.entries(source).filter(([field]) => changed.some((name) => name === field)))
        return { row, before: only(before), after: only(draft) }
      }))
}

const publishWith = (services: Services): Service["publish"] => {
  const { context, store } = services
  const change = changeWith(services)
  return (actor, id) =>
    change(actor, id, "publish", (locked) =>
      Effect.gen(function*() {
        const { now, row } = locked
        yield* orRefuse(questionMove(row.status, "publish", "admin"))
        if (row.opens_at !== null && row.opens_at.getTime() > now.getTime()) {
          return { row, after: { status: row.status, opens_at: row.opens_at } }
        }
        const parent = row.parent_question_id === null
          ? undefined
          : yield* store.lockParent(row.parent_question_id)
        if (parent !== undefined && !isPublicStatus(parent.status)) {
          return yield* refuse(
            "INVALID_TRANSITION",
            `The parent question is ${parent.status}; publish it first.`,
            {
              field: "parent_question_id",
              measured: parent.status
            }
          )
        }
        return { row: yield* Effect.provide(publishLocked(row, parent, "admin"), context) }
      }))
}

const moving = (services: Services): Pick<Service, "approve" | "close" | "reopen"> => {
  const { notifications, store } = services
  const change = changeWith(services)
  const move = moveWith(services)
  return {
    approve: (actor, id) =>
      change(actor, id, "approve", (locked) =>
        Effect.gen(function*() {
          // While it was rejected, somebody else may have asked the same question.
          if (locked.row.rejected_at !== null) yield* refuseDuplicate(store, locked.row, locked.row.id)
          const row = yield* move(locked, "approve")
          yield* notifications.notify(questionReviewedNotice(row, { decision: "approve", by: null }))
          return { row }
        })),

    close: (actor, id) => change(actor, id, "close", (locked) => Effect.map(move(locked, "close"), (row) => ({ row }))),

    reopen: (actor, id) =>
      change(actor, id, "reopen", (locked) =>
        locked.row.waits_for_parent
          ? refuse("INVALID_TRANSITION", "The question waits for its parent to resolve.", { field: "status" })
          : Effect.map(move(locked, "reopen"), (row) => ({ row })))
  }
}

const removeWith = (services: Services): Service["remove"] => {
  const { store } = services
  const change = changeWith(services)
  return (actor, id) =>
    Effect.asVoid(change(actor, id, "delete", (locked) =>
      Effect.gen(function*() {
        const move = yield* orRefuse(questionMove(locked.row.status, "delete", "admin"))
        if (locked.child_count > 0) {
          return yield* refuse("INVALID_TRANSITION", "The question has children; remove them first.", {
            measured: locked.child_count,
            limit: 0
          })
        }
        if (locked.survey_count > 0) {
          return yield* refuse("INVALID_TRANSITION", "The question is in a survey; take it out first.", {
            measured: locked.survey_count,
            limit: 0
          })
        }
        yield* store.remove(locked.row.id, move)
        return { row: locked.row, before: draftOf(locked.row), after: null }
      })))
}

/** The result of an act. `before` and `after` go to the audit log; the status is the default for both. */
interface Outcome {
  readonly row: QuestionRow
  readonly before?: unknown
  readonly after?: unknown
}

const parentNamed = (input: QuestionInput): string | null =>
  typeof input.parent_question_id === "string" && input.parent_question_id.trim() !== ""
    ? input.parent_question_id.trim()
    : null

/** Applies a change to the stored draft; a field that depends on a cleared or changed one is cleared with it. */
const merged = (row: QuestionRow, input: QuestionInput): QuestionInput => ({
  ...draftOf(row),
  ...(input.question_type === "binary" && !("options" in input) ? { options: null } : {}),
  ...(input.parent_question_id === null && !("parent_trigger" in input) ? { parent_trigger: null } : {}),
  ...(input.category !== undefined && input.category !== row.category && !("subcategory" in input)
    ? { subcategory: null }
    : {}),
  ...input
})
