import { Effect, Layer } from "effect"
import { closingSoonHours, windowEnd } from "../forecasting/questions/PredictionWindow.ts"
import { childQuestionsMax, draftFields, type QuestionDraft } from "../forecasting/questions/QuestionDraft.ts"
import { questionKey } from "../forecasting/questions/QuestionKey.ts"
import type { QuestionMove } from "../forecasting/questions/QuestionMove.ts"
import type { QuestionRow } from "../forecasting/questions/QuestionRow.ts"
import { isPublicStatus } from "../forecasting/questions/QuestionStatus.ts"
import { surveysAreOver } from "../forecasting/questions/QuestionSurveys.ts"
import { type ClockAct, QuestionStore } from "../forecasting/questions/QuestionStore.ts"
import type { MemoryQuestion } from "./MemoryRows.ts"
import { findPublicQuestion, findQuestion, predictionsOn, questionRow, statusAfter } from "./memoryQuestion.ts"
import { memoryQuestionList } from "./memoryQuestionList.ts"
import { MemoryState, type MemoryTables } from "./MemoryState.ts"
import { surveyCountsOf, surveysWith } from "./memorySurvey.ts"
import { strongestPrediction } from "./memoryVotes.ts"

type Step = MemoryState["Type"]["step"]

const byAge = (a: { readonly created_at: Date; readonly id: string }, b: typeof a): number =>
  a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1)

const childrenOf = ({ questions }: MemoryTables, parentId: string): ReadonlyArray<MemoryQuestion> =>
  questions.where("parent", parentId)

/** The reasoning of the strongest prediction of one side; null when there is none. */
const strongestReasoning = (tables: MemoryTables, questionId: string, side: boolean): string | null =>
  strongestPrediction(tables, predictionsOn(tables, questionId), side)?.reasoning ?? null

const moved = (question: MemoryQuestion, move: QuestionMove, note: string | undefined, now: Date): MemoryQuestion => {
  const next = {
    ...question,
    status: statusAfter(move),
    waits_for_parent: move.action === "publish_waiting",
    resolution_note: move.action === "reject" ? question.resolution_note : note ?? question.resolution_note
  }
  switch (move.action) {
    case "approve":
      return { ...next, rejected_at: null, reject_reason: null }
    case "reject":
      return { ...next, rejected_at: now, reject_reason: note ?? null }
    case "publish":
    case "publish_waiting":
      return { ...next, published_at: now }
    case "close":
      return { ...next, closed_at: now }
    case "reopen":
    case "trigger":
      return { ...next, closed_at: null }
    case "void":
      return {
        ...next,
        closed_at: question.closed_at ?? now,
        is_void: true,
        resolved_at: now,
        resolution_version: question.resolution_version + 1
      }
    default:
      return next
  }
}

const isDue: Readonly<Record<ClockAct, (tables: MemoryTables, question: MemoryQuestion, now: number) => boolean>> = {
  open: (tables, { opens_at, parent_question_id, status, ...window }, now) => {
    const parent = parent_question_id === null ? undefined : tables.questions.get(parent_question_id)
    return status === "approved" && opens_at !== null && opens_at.getTime() <= now && windowEnd(window).getTime() > now
      && (parent_question_id === null || (parent !== undefined && isPublicStatus(parent.status)))
  },
  close: (_, question, now) => question.status === "open" && windowEnd(question).getTime() <= now,
  warn: (tables, question, now) => {
    const msLeft = windowEnd(question).getTime() - now
    return question.status === "open" && !question.closing_soon_sent && msLeft > 0 &&
      msLeft <= closingSoonHours * 3_600_000 && !surveysAreOver(surveyCountsOf(tables, question.id))
  }
}

const reading = (step: Step): Pick<QuestionStore["Type"], "list" | "detail" | "lock" | "lockParent"> => ({
  list: (query) => step((tables, now) => memoryQuestionList(tables, query, now)),

  detail: (id, viewer) =>
    step((tables, now) => {
      const question = findQuestion(tables, id)
      return question === undefined ? undefined : {
        now,
        row: questionRow(tables, question, viewer),
        children: [...childrenOf(tables, question.id)].sort(byAge).slice(0, childQuestionsMax)
          .map((child) => questionRow(tables, child, viewer)),
        strongest_for: strongestReasoning(tables, question.id, true),
        strongest_against: strongestReasoning(tables, question.id, false)
      }
    }),

  lock: (id) =>
    step((tables, now) => {
      const question = findQuestion(tables, id)
      return question === undefined ? undefined : {
        now,
        row: questionRow(tables, question),
        child_count: childrenOf(tables, question.id).length,
        survey_count: surveysWith(tables, question.id).length
      }
    }),

  lockParent: (id) =>
    step((tables) => {
      const question = findQuestion(tables, id)
      return question === undefined ? undefined : questionRow(tables, question)
    })
})

const drafting = (step: Step): Pick<QuestionStore["Type"], "draftingFacts" | "insert" | "asking" | "rewrite"> => ({
  draftingFacts: (parentId) =>
    step((tables, now) => {
      const parent = parentId === null ? undefined : findQuestion(tables, parentId)
      if (parent === undefined) return { now }
      const { id, parent_question_id, question_type } = parent
      return { now, parent: { id, question_type, parent_question_id, child_count: childrenOf(tables, id).length } }
    }),

  asking: ({ except_id, key, resolution_date }) =>
    step(({ questions }) =>
      questions.all()
        .filter((question) =>
          questionKey(question.question) === key && question.resolution_date === resolution_date
          && question.status !== "resolved" && question.rejected_at === null && question.id !== except_id
        )
        .sort(byAge)[0]?.id
    ),

  insert: (move, draft, submitter) =>
    step((tables, now) => {
      const question: MemoryQuestion = {
        ...draft,
        id: tables.newId(now),
        status: statusAfter(move),
        outcome: null,
        correct_options: null,
        resolution_note: null,
        suggested_by: submitter?.id ?? null,
        submitter_name: submitter?.name ?? null,
        rejected_at: null,
        reject_reason: null,
        waits_for_parent: false,
        created_at: now,
        published_at: null,
        closed_at: null,
        resolved_at: null,
        is_void: false,
        resolution_version: 0,
        closing_soon_sent: false,
        snapshot_counts: null,
        upvoters: new Set(),
        watchers: new Set(),
        scores: null
      }
      tables.questions.put(question)
      return questionRow(tables, question)
    }),

  rewrite: (id, draft) =>
    step((tables) => {
      const fields = Object.fromEntries(draftFields.map((field) => [field, draft[field]])) as unknown as QuestionDraft
      return questionRow(tables, tables.questions.patch(id, fields))
    })
})

const moving = (
  step: Step
): Pick<QuestionStore["Type"], "move" | "remove" | "childrenWaiting" | "claimDue"> => ({
  move: (ids, move, note) =>
    step((tables, now) =>
      ids.map((id): QuestionRow => {
        const question = moved(tables.questions.require(id), move, note, now)
        tables.questions.put(question)
        return questionRow(tables, question)
      })
    ),

  remove: (id, _move) => step(({ questions }) => questions.delete(id)),

  childrenWaiting: (parentId) =>
    step((tables) =>
      childrenOf(tables, parentId)
        .filter(({ status, waits_for_parent }) => waits_for_parent && status === "closed")
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map((child) => questionRow(tables, child))
    ),

  claimDue: (act, limit) =>
    step((tables, now) => {
      const due = tables.questions.all().filter((question) => isDue[act](tables, question, now.getTime()))
        .sort((a, b) => windowEnd(a).getTime() - windowEnd(b).getTime() || (a.id < b.id ? -1 : 1))
        .slice(0, limit)
      if (act === "warn") { for (const { id } of due) tables.questions.patch(id, { closing_soon_sent: true }) }
      return due.map((question) => questionRow(tables, question))
    })
})

const withMember = (members: ReadonlySet<string>, member: string, isIn: boolean): ReadonlySet<string> => {
  const changed = new Set(members)
  if (isIn) changed.add(member)
  else changed.delete(member)
  return changed
}

const opinions = (step: Step): Pick<QuestionStore["Type"], "vote" | "watch"> => ({
  vote: ({ account_id, question_id, withdraw }) =>
    step((tables) => {
      const question = findPublicQuestion(tables, question_id)
      if (question === undefined) return undefined
      const voter = tables.accounts.require(account_id)
      const suggester = question.suggested_by === null ? undefined : tables.accounts.require(question.suggested_by)
      if (suggester?.owner_key === voter.owner_key) return "same_owner" as const
      const { upvoters } = tables.questions.patch(question.id, {
        upvoters: withMember(question.upvoters, account_id, !withdraw)
      })
      return { upvotes: upvoters.size, has_upvoted: !withdraw }
    }),

  watch: ({ account_id, question_id, watching }) =>
    step((tables) => {
      const question = findPublicQuestion(tables, question_id)
      if (question === undefined) return false
      tables.questions.patch(question.id, { watchers: withMember(question.watchers, account_id, watching) })
      return true
    })
})

/** Questions in memory. */
export const memoryQuestionStore: Layer.Layer<QuestionStore, never, MemoryState> = Layer.effect(
  QuestionStore,
  Effect.map(
    MemoryState,
    ({ step }) => QuestionStore.of({ ...reading(step), ...drafting(step), ...moving(step), ...opinions(step) })
  )
)
