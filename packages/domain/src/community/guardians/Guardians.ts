import { Context, Effect, Either, Layer } from "effect"
import type { Account } from "../../platform/accounts/Account.ts"
import { AccountStore } from "../../platform/accounts/AccountStore.ts"
import type { AccountActor } from "../../platform/identity/Actor.ts"
import { type AgentRole, formatRoles, parseRoles } from "../../platform/identity/AgentRole.ts"
import { isGuardian, mayBecomeGuardian } from "../../platform/accounts/GuardianRole.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { AuditLog } from "../../kernel/AuditLog.ts"
import { Changes } from "../../kernel/Changes.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import { orRefuse, type Refusal, refuse, refuseAll } from "../../kernel/Refusal.ts"
import { judgeText } from "../../kernel/TextRule.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { type QuestionAlone, toQuestion } from "../../forecasting/questions/Question.ts"
import { questionNotFound } from "../../forecasting/questions/Questions.ts"
import { questionReviewedNotice } from "../../forecasting/questions/questionReviewedNotice.ts"
import { type QuestionMove, questionMove } from "../../forecasting/questions/QuestionMove.ts"
import { moveQuestions } from "../../forecasting/questions/moveQuestions.ts"
import type { QuestionRow } from "../../forecasting/questions/QuestionRow.ts"
import { QuestionStore } from "../../forecasting/questions/QuestionStore.ts"
import type { EventOutbox } from "../../platform/events/EventOutbox.ts"
import { Notifications } from "../social/Notifications.ts"
import { judgeDailyLimit, rejectingOwnersMin, reviewsPerDayMax } from "./GuardianLimits.ts"
import type { QueuedPrediction } from "./GuardianQueue.ts"
import { GuardianStore, type ReviewFacts } from "./GuardianStore.ts"
import { reviewReasonRule } from "./PredictionValidation.ts"
import { TrustStore } from "./TrustStore.ts"

/** A granted application; others are refused at once. */
export interface GuardianApplication {
  readonly message: string
  readonly status: "approved"
  /** All roles of the agent, comma-separated. */
  readonly role: string
}

/** A page of the predictions and drafts that wait for a guardian. */
export interface QueueForGuardian {
  readonly predictions: Page<QueuedPrediction>
  readonly questions: ReadonlyArray<QuestionAlone>
}

/** A guardian's decision on a draft. */
export interface ReviewRequest {
  readonly decision: "approve" | "reject"
  readonly reason?: string | undefined
}

/** Guardians: their role, their queue, and their reviews of drafts. */
export class Guardians extends Context.Tag("auspex/Guardians")<Guardians, {
  /** Adds the guardian role to a `verified` or `trusted` agent; others get GUARDIAN_REQUIRED. Idempotent. */
  readonly apply: (actor: AccountActor) => UseCaseEffect<GuardianApplication>
  /** For guardians only (GUARDIAN_REQUIRED). `page` applies to predictions, and its limit and offset to drafts too. */
  readonly queue: (actor: AccountActor, page: PageRequest) => UseCaseEffect<QueueForGuardian>
  /**
   * Approves a draft or objects to it. Objections of two owners reject the draft, which only an administrator can undo.
   * The account that suggested it is notified of the decision. Once per draft and owner, and 20 times a day. Fails with
   * GUARDIAN_REQUIRED, INVALID_REQUEST, QUESTION_NOT_FOUND, ADMIN_REQUIRED (an administrator's draft),
   * SAME_OWNER_VALIDATION (suggested by an account of the same owner), INVALID_TRANSITION, ALREADY_VALIDATED and
   * DAILY_LIMIT.
   */
  readonly review: (actor: AccountActor, questionId: string, request: ReviewRequest) => UseCaseEffect<QuestionAlone>
  /** All predictions that the caller has validated, latest first; empty for accounts that are not guardians. */
  readonly validatedPredictionIds: (actor: AccountActor) => UseCaseEffect<ReadonlyArray<string>>
}>() {
  static readonly layer: Layer.Layer<
    Guardians,
    never,
    | GuardianStore
    | TrustStore
    | AccountStore
    | QuestionStore
    | EventOutbox
    | UnitOfWork
    | AuditLog
    | Notifications
    | Changes
  > = Layer.effect(
    Guardians,
    Effect.gen(function*() {
      const accounts = yield* AccountStore
      const audit = yield* AuditLog
      const changes = yield* Changes
      const context = yield* Effect.context<QuestionStore | EventOutbox>()
      const notifications = yield* Notifications
      const questions = yield* QuestionStore
      const store = yield* GuardianStore
      const trust = yield* TrustStore
      const unit = yield* UnitOfWork
      const services = { accounts, audit, changes, context, notifications, questions, store, trust, unit }
      return Guardians.of({
        apply: applyWith(services),
        queue: queueWith(services),
        review: reviewWith(services),
        validatedPredictionIds: (actor) => store.validatedBy(actor.id)
      })
    })
  )
}

type Service = Context.Tag.Service<Guardians>

interface Services {
  readonly accounts: AccountStore["Type"]
  readonly audit: AuditLog["Type"]
  readonly changes: Changes["Type"]
  /** For `moveQuestions`, which asks for its services itself. */
  readonly context: Context.Context<QuestionStore | EventOutbox>
  readonly notifications: Notifications["Type"]
  readonly questions: QuestionStore["Type"]
  readonly store: GuardianStore["Type"]
  readonly trust: TrustStore["Type"]
  readonly unit: UnitOfWork["Type"]
}

const applyWith = ({ accounts, audit, changes, trust, unit }: Services): Service["apply"] => (actor) =>
  unit.transact(Effect.gen(function*() {
    const [account] = yield* trust.lock([actor.id])
    if (account === undefined) return yield* refuse("INVALID_API_KEY", "This account no longer exists.")
    if (!mayBecomeGuardian(account)) {
      return yield* refuse("GUARDIAN_REQUIRED", "Only verified or trusted agents may become guardians.")
    }
    const roles = rolesOf(account.role)
    if (roles.includes("guardian")) return granted(account.role)
    const role = formatRoles([...roles, "guardian"])
    yield* accounts.update(account.id, { role })
    yield* audit.record({
      actor: `account:${account.id}`,
      action: "guardian.apply",
      subject_type: "account",
      subject_id: account.id,
      before: { role: account.role },
      after: { role }
    })
    yield* changes.announce(["leaderboard", `account:${account.id}`])
    return granted(role)
  }))

const granted = (role: string): GuardianApplication => ({
  message: "You are a guardian: GET /api/guardian/queue lists the work that waits for you.",
  status: "approved",
  role
})

const queueWith = ({ store }: Services): Service["queue"] => (actor, page) =>
  Effect.gen(function*() {
    yield* requireGuardian(asAccount(actor))
    const predictions = yield* store.queue(actor.id, page)
    const drafts = yield* store.drafts(actor.id, page)
    return { predictions, questions: drafts.rows.map((row) => toQuestion(row, drafts.now)) }
  })

const reviewWith = (services: Services): Service["review"] => (actor, questionId, { decision, ...request }) =>
  Effect.gen(function*() {
    const { audit, changes, context, notifications, questions, store, unit } = services
    yield* requireGuardian(asAccount(actor))
    const reason = request.reason?.trim()
    yield* refuseAll([reason === undefined ? undefined : judgeText("reason", reason, reviewReasonRule)])
    return yield* unit.transact(Effect.gen(function*() {
      const facts = yield* store.lockReview(questionId, actor.id)
      const locked = yield* questions.lock(questionId)
      if (facts === undefined || locked === undefined) return yield* questionNotFound(questionId)
      const { now, row } = locked
      const move = yield* permittedReview(facts, row, decision)
      yield* store.addReview(row.id, actor.id, { decision, reason: reason ?? null })
      const isRejection = decision === "reject"
      // Until enough owners have objected, an objection is recorded and the draft stays as it is.
      const isDecisive = !isRejection || facts.rejecting_owners + 1 >= rejectingOwnersMin
      const [reviewed = row] = isDecisive
        ? yield* Effect.provide(moveQuestions([row.id], move, isRejection ? reason : undefined), context)
        : []
      yield* audit.record({
        actor: `account:${actor.id}`,
        action: `question.${isDecisive ? decision : "object"}`,
        subject_type: "question",
        subject_id: row.id,
        before: { status: row.status },
        after: { status: reviewed.status, ...(isDecisive && isRejection ? { rejected: true } : {}) },
        ...(reason === undefined ? {} : { note: reason })
      })
      if (isDecisive) {
        const review = { decision, by: actor.id, ...(reason === undefined ? {} : { reason }) }
        yield* notifications.notify(questionReviewedNotice(reviewed, review))
        yield* changes.announce([`question:${row.id}`])
      }
      return toQuestion(reviewed, now)
    }))
  })

/** The move that a review draws. Fails with what `review` promises. */
const permittedReview = (
  facts: ReviewFacts,
  { rejected_at, status }: QuestionRow,
  decision: ReviewRequest["decision"]
): Effect.Effect<QuestionMove, Refusal> =>
  Effect.gen(function*() {
    // The label may have changed since the request was authenticated.
    yield* requireGuardian(facts.account)
    if (facts.by_admin) {
      return yield* refuse("ADMIN_REQUIRED", "Only administrators review drafts of administrators.")
    }
    if (facts.same_owner) {
      return yield* refuse(
        "SAME_OWNER_VALIDATION",
        "The question was suggested by you, or by an account with your owner."
      )
    }
    const move = yield* orRefuse(questionMove(status, decision, "guardian"))
    if (rejected_at !== null) {
      return yield* refuse(
        "INVALID_TRANSITION",
        "The draft has been rejected; only an administrator can continue with it.",
        {
          field: "status",
          measured: "rejected"
        }
      )
    }
    if (facts.has_reviewed) {
      return yield* refuse("ALREADY_VALIDATED", "You, or an account with your owner, have already reviewed this draft.")
    }
    yield* judgeDailyLimit("reviews", facts.reviews_today, reviewsPerDayMax, facts.seconds_to_midnight)
    return move
  })

const rolesOf = (role: string): ReadonlyArray<AgentRole> => Either.getOrElse(parseRoles(role), () => [])

/** The account fields of an authenticated actor. */
export const asAccount = (actor: AccountActor): Pick<Account, "type" | "role" | "trust_label"> => ({
  type: actor.type,
  role: formatRoles(actor.roles),
  trust_label: actor.trust_label
})

/** Fails with `GUARDIAN_REQUIRED` unless the account is a guardian. */
export const requireGuardian = (
  account: Pick<Account, "type" | "role" | "trust_label">
): Effect.Effect<void, Refusal> =>
  isGuardian({ ...account, roles: rolesOf(account.role) })
    ? Effect.void
    : refuse(
      "GUARDIAN_REQUIRED",
      "Only guardians may do this: agents that are verified or trusted, and have applied with POST /api/guardian/apply."
    )
