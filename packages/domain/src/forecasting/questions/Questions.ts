import { Context, Effect, Layer, Schema } from "effect"
import { type AccountActor, type Actor, requireActive, requireTier } from "../../platform/identity/Actor.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { Changes } from "../../kernel/Changes.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import { orRefuse, type Refusal, refuse, refuseAll } from "../../kernel/Refusal.ts"
import { judgeText } from "../../kernel/TextRule.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { excerpt } from "../../kernel/Excerpt.ts"
import type { Timeframe } from "./PredictionWindow.ts"
import { type Question, type QuestionAlone, toQuestion } from "./Question.ts"
import { judgeDraft, type QuestionInput } from "./QuestionDraft.ts"
import { refuseDuplicate } from "./QuestionKey.ts"
import { questionMove } from "./QuestionMove.ts"
import { decodePosition, encodePosition, type QuestionFilter, type QuestionSort } from "./QuestionList.ts"
import type { QuestionRow } from "./QuestionRow.ts"
import { isPublicStatus, publicStatuses, type QuestionStatus } from "./QuestionStatus.ts"
import { type QuestionDetail, QuestionStore, type QuestionVotes } from "./QuestionStore.ts"
import type { Category } from "./Taxonomy.ts"

/** A request for the list of questions. */
export interface QuestionListRequest extends PageRequest {
  readonly status?: QuestionStatus | "all"
  readonly category?: Category
  readonly subcategory?: string
  readonly timeframe?: Timeframe
  /** In any letter case. Any other value than a `QuestionType` selects nothing; an empty one counts as absent. */
  readonly question_type?: string
  /** With or without its `#`. */
  readonly tag?: string
  readonly q?: string
  readonly sort?: QuestionSort
  /** Only questions on which the caller has predicted (true) or has not (false); see `QuestionFilter.predicted`. */
  readonly predicted?: boolean
}

/** The maximum length of a search, in code points. */
export const searchLengthMax = 200

/** The response to a vote on a question. */
export const QuestionVotesAnswer = Schema.Struct({ upvotes: Schema.Int, has_upvoted: Schema.Boolean })
  .annotations({ identifier: "QuestionVotes" })

/** The response to watching a question. */
export const WatchAnswer = Schema.Struct({ watching: Schema.Boolean }).annotations({ identifier: "QuestionWatch" })

/**
 * Questions for everybody: list and read public ones (administrators also the others), suggest, vote and watch. A
 * question that the caller may not see fails with `QUESTION_NOT_FOUND`.
 */
export class Questions extends Context.Tag("auspex/Questions")<Questions, {
  readonly list: (viewer: Actor, request: QuestionListRequest) => UseCaseEffect<Page<QuestionAlone>>
  readonly detail: (id: string, viewer: Actor) => UseCaseEffect<Question>
  /**
   * Creates a draft. Requires the tier predictor (`TIER_TOO_LOW`); fails with everything that is wrong with the draft,
   * or with `DUPLICATE_QUESTION`.
   */
  readonly suggest: (actor: AccountActor, input: QuestionInput) => UseCaseEffect<Question>
  /** Idempotent. Fails with `SAME_OWNER_VOTE` for a suggestion of the caller's own owner. */
  readonly upvote: (actor: AccountActor, id: string) => UseCaseEffect<QuestionVotes>
  readonly withdrawUpvote: (actor: AccountActor, id: string) => UseCaseEffect<QuestionVotes>
  readonly watch: (actor: AccountActor, id: string) => UseCaseEffect<{ readonly watching: boolean }>
  readonly unwatch: (actor: AccountActor, id: string) => UseCaseEffect<{ readonly watching: boolean }>
}>() {
  static readonly layer: Layer.Layer<Questions, never, QuestionStore | UnitOfWork | Changes> = Layer.effect(
    Questions,
    Effect.gen(function*() {
      const store = yield* QuestionStore
      const work = yield* UnitOfWork
      const changes = yield* Changes

      const vote = (actor: AccountActor, id: string, withdraw: boolean): UseCaseEffect<QuestionVotes> =>
        Effect.gen(function*() {
          yield* requireActive(actor)
          const votes = yield* work.transact(store.vote({ question_id: id, account_id: actor.id, withdraw }))
          if (votes === undefined) return yield* questionNotFound(id)
          if (votes === "same_owner") {
            return yield* refuse(
              "SAME_OWNER_VOTE",
              "The question was suggested by you or by an account with your owner."
            )
          }
          yield* changes.announce(["questions", `question:${id.toLowerCase()}`])
          return votes
        })

      const watch = (
        actor: AccountActor,
        id: string,
        watching: boolean
      ): UseCaseEffect<{ readonly watching: boolean }> =>
        Effect.gen(function*() {
          yield* requireActive(actor)
          const found = yield* work.transact(store.watch({ question_id: id, account_id: actor.id, watching }))
          return found ? { watching } : yield* questionNotFound(id)
        })

      return Questions.of({
        list: (viewer, request) =>
          Effect.flatMap(
            answeredBy(viewer, request.predicted),
            (predicted) =>
              listQuestions(
                store,
                request,
                visibleStatuses(viewer, request.status),
                toQuestion,
                viewer.kind === "account" ? { viewer: viewer.id, ...predicted } : {}
              )
          ),

        detail: (id, viewer) =>
          Effect.flatMap(
            store.detail(id, viewer.kind === "account" ? viewer.id : undefined),
            (found) => shownQuestion(id, viewer, found)
          ),

        suggest: (actor, input) =>
          Effect.gen(function*() {
            yield* requireActive(actor)
            yield* requireTier(actor, "predictor", "Suggesting questions")
            return yield* work.transact(Effect.gen(function*() {
              const facts = yield* store.draftingFacts(null)
              const draft = yield* orRefuse(judgeDraft(suggestible(input), facts))
              yield* refuseDuplicate(store, draft)
              const move = yield* orRefuse(questionMove("new", "create", "suggester"))
              return toQuestion(yield* store.insert(move, draft, actor), facts.now)
            }))
          }),

        upvote: (actor, id) => vote(actor, id, false),
        withdrawUpvote: (actor, id) => vote(actor, id, true),
        watch: (actor, id) => watch(actor, id, true),
        unwatch: (actor, id) => watch(actor, id, false)
      })
    })
  )
}

/** Fails with `QUESTION_NOT_FOUND`. */
export const questionNotFound = (id: string): Effect.Effect<never, Refusal> =>
  refuse("QUESTION_NOT_FOUND", `There is no question ${id.slice(0, 40)}.`)

/**
 * The form in which a viewer sees a stored question and its children. Fails with `QUESTION_NOT_FOUND` when the question
 * does not exist or the viewer may not see it.
 */
export const shownQuestion = (
  id: string,
  viewer: Actor,
  found: QuestionDetail | undefined
): Effect.Effect<Question, Refusal> => {
  const isVisible = (row: QuestionRow): boolean => viewer.kind === "admin" || isPublicStatus(row.status)
  if (found === undefined || !isVisible(found.row)) return questionNotFound(id)
  const { now, row, strongest_against, strongest_for } = found
  const children = found.children.filter(isVisible)
  return Effect.succeed({
    ...toQuestion(row, now, {
      ...(strongest_for === null ? {} : { strongest_for_excerpt: excerpt(strongest_for) }),
      ...(strongest_against === null ? {} : { strongest_against_excerpt: excerpt(strongest_against) })
    }),
    ...(children.length === 0 ? {} : { child_questions: children.map((child) => toQuestion(child, now)) })
  })
}

/** The filter by the caller's predictions; refused unless the caller is an account. */
const answeredBy = (
  viewer: Actor,
  predicted: boolean | undefined
): Effect.Effect<Pick<QuestionFilter, "predicted">, Refusal> => {
  if (predicted === undefined) return Effect.succeed({})
  const field = "predicted"
  switch (viewer.kind) {
    case "account":
      return Effect.succeed({ predicted: { by: viewer.id, is: predicted } })
    case "admin":
      return refuse("ACCOUNT_REQUIRED", "predicted filters by an account's predictions; an admin key has no account.", {
        field
      })
    case "anonymous":
      return refuse(
        "MISSING_AUTH",
        "predicted filters by the caller's predictions: send an agent key or a human token.",
        {
          field
        }
      )
  }
}

// Only administrators decide when a question opens and closes, its weight, its parent and its evidence.
const suggestible = (input: QuestionInput): QuestionInput => {
  const {
    closes_at: _c,
    evidence_urls: _e,
    opens_at: _o,
    parent_question_id: _p,
    parent_trigger: _t,
    weight: _w,
    ...rest
  } = input
  return rest
}

/** The requested statuses that a viewer may see. */
export const visibleStatuses = (
  viewer: Actor,
  status: QuestionStatus | "all" | undefined
): ReadonlyArray<QuestionStatus> => {
  if (status === undefined || status === "all") return publicStatuses
  return viewer.kind === "admin" || isPublicStatus(status) ? [status] : []
}

/** Lists the questions with these statuses, each row mapped by `present`. */
export const listQuestions = <Item>(
  store: Pick<Context.Tag.Service<QuestionStore>, "list">,
  request: QuestionListRequest,
  statuses: ReadonlyArray<QuestionStatus>,
  present: (row: QuestionRow, now: Date) => Item,
  { predicted, viewer }: { readonly viewer?: string } & Pick<QuestionFilter, "predicted"> = {}
): UseCaseEffect<Page<Item>> =>
  Effect.gen(function*() {
    const sort = request.sort ?? "newest"
    const after = request.cursor === undefined ? undefined : yield* orRefuse(decodePosition(request.cursor, sort))
    const filter = yield* filterOf(request, statuses)
    if (statuses.length === 0) return { items: [], total: 0, next_cursor: null }
    const slice = yield* store.list({
      filter: predicted === undefined ? filter : { ...filter, predicted },
      sort,
      ...(viewer === undefined ? {} : { viewer }),
      limit: request.limit,
      offset: after === undefined ? request.offset : 0,
      ...(after === undefined ? {} : { after })
    })
    return {
      items: slice.rows.map((row) => present(row, slice.now)),
      total: slice.total,
      next_cursor: slice.next === null ? null : encodePosition(slice.next)
    }
  })

const filterOf = (
  request: QuestionListRequest,
  statuses: ReadonlyArray<QuestionStatus>
): Effect.Effect<QuestionFilter, Refusal> => {
  const q = request.q?.trim() ?? ""
  const tag = request.tag?.trim() ?? ""
  const question_type = request.question_type?.trim().toLowerCase() ?? ""
  const { category, subcategory, timeframe } = request
  const wrong = [judgeText("q", q, { max: searchLengthMax }), judgeText("tag", tag, { max: 50 })]
  return Effect.as(refuseAll(wrong), {
    statuses,
    ...(category === undefined ? {} : { category }),
    ...(subcategory === undefined ? {} : { subcategory }),
    ...(timeframe === undefined ? {} : { timeframe }),
    ...(question_type === "" ? {} : { question_type }),
    ...(tag === "" ? {} : { tag: tag.startsWith("#") ? tag : `#${tag}` }),
    ...(q === "" ? {} : { q })
  })
}
