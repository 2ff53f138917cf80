import { Effect, Layer } from "effect"
import { modelFamilyOf } from "../platform/identity/ModelFamily.ts"
import { mapPage } from "../kernel/Page.ts"
import type { AgentFilter } from "../surveys/surveys/AgentFilter.ts"
import type { SurveyMove } from "../surveys/surveys/SurveyMove.ts"
import type { SurveyStatus } from "../surveys/surveys/SurveyStatus.ts"
import { SurveyStore } from "../surveys/surveys/SurveyStore.ts"
import { memoryPage } from "./memoryPage.ts"
import { questionRow } from "./memoryQuestion.ts"
import type { MemoryAccount, MemorySurvey } from "./MemoryRows.ts"
import { MemoryState, type MemoryTables } from "./MemoryState.ts"
import { answersTo, findSurvey, surveyRow } from "./memorySurvey.ts"

type Step = MemoryState["Type"]["step"]
type Store = SurveyStore["Type"]

/** The status that a move leads to. A move to `removed` deletes the row instead (`SurveyStore.remove`). */
const statusAfter = ({ to }: SurveyMove): SurveyStatus => {
  if (to === "removed") throw new Error("A survey is removed by deleting it.")
  return to
}

const newestFirst = (a: MemorySurvey, b: MemorySurvey): number => (a.id < b.id ? 1 : -1)
const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1)

/** Replaces fields of a survey and returns it as it is shown. */
const patched = (tables: MemoryTables, id: string, now: Date, fields: Partial<MemorySurvey>) =>
  surveyRow(tables, tables.surveys.patch(id, { ...fields, updated_at: now }))

const reading = (step: Step): Pick<Store, "list" | "assignedTo" | "find" | "lock"> => {
  const find: Store["find"] = (id) =>
    step((tables) => {
      const survey = findSurvey(tables, id)
      return survey === undefined ? undefined : surveyRow(tables, survey)
    })
  const listed = (list: string, isListed: (survey: MemorySurvey) => boolean, page: Parameters<Store["list"]>[1]) =>
    Effect.flatMap(
      step((tables) =>
        tables.surveys.all().filter(isListed).sort(newestFirst).map((survey) => surveyRow(tables, survey))
      ),
      (rows) => memoryPage(list, rows, page)
    )
  return {
    list: (statuses, page) => listed("surveys", ({ status }) => statuses.includes(status), page),
    assignedTo: (accountId, statuses, page) =>
      listed(
        "assigned surveys",
        ({ assignments, status }) => statuses.includes(status) && assignments.has(accountId),
        page
      ),
    find,
    lock: find
  }
}

const writing = (step: Step): Pick<Store, "insert" | "rewrite" | "move" | "remove"> => ({
  insert: (move, fields, created_by) =>
    step((tables, now) => {
      const survey: MemorySurvey = {
        ...fields,
        id: tables.newId(now),
        status: statusAfter(move),
        created_by,
        opened_at: null,
        closed_at: null,
        created_at: now,
        updated_at: now,
        question_ids: [],
        predictions_judged: null,
        assignments: new Map()
      }
      tables.surveys.put(survey)
      return surveyRow(tables, survey)
    }),

  rewrite: (id, move, fields) =>
    step((tables, now) => patched(tables, id, now, { ...fields, status: statusAfter(move), predictions_judged: null })),

  move: (id, move) =>
    step((tables, now) =>
      patched(tables, id, now, {
        status: statusAfter(move),
        ...(move.action === "open" ? { opened_at: now } : {}),
        ...(move.action === "close" ? { closed_at: now } : {})
      })
    ),

  remove: (id, _move) => step(({ surveys }) => surveys.delete(id))
})

const judging = (step: Step): Pick<Store, "claimChanged" | "markJudged" | "lockQuestions"> => ({
  claimChanged: (after) =>
    step((tables) => {
      for (const survey of [...tables.surveys.all()].sort(byId)) {
        const { auto_close, id, status, target_width } = survey
        if (status !== "open" || !auto_close || target_width === null || (after !== undefined && id <= after)) continue
        const prediction_count = answersTo(tables, survey).length
        if (prediction_count !== survey.predictions_judged) return { id, status, target_width, prediction_count }
      }
      return undefined
    }),

  markJudged: ({ id, prediction_count }) =>
    step(({ surveys }) => void surveys.patch(id, { predictions_judged: prediction_count })),

  // Units of work in memory run one after another.
  lockQuestions: () => Effect.void
})

const linking = (step: Step): Pick<Store, "questions" | "questionIds" | "knownQuestions" | "link" | "unlink"> => ({
  questions: (id, page, viewer) =>
    Effect.flatMap(
      step((tables, now) => ({
        now,
        rows: (findSurvey(tables, id)?.question_ids ?? []).map((question) =>
          questionRow(tables, tables.questions.require(question), viewer)
        )
      })),
      ({ now, rows }) => Effect.map(memoryPage("survey questions", rows, page), (found) => ({ ...found, now }))
    ),

  questionIds: (id) => step((tables) => findSurvey(tables, id)?.question_ids ?? []),

  knownQuestions: (ids) => step(({ questions }) => ids.filter((id) => questions.get(id) !== undefined)),

  link: (id, move, added) =>
    step((tables, now) => {
      const { question_ids } = tables.surveys.require(id)
      return patched(tables, id, now, { status: statusAfter(move), question_ids: [...question_ids, ...added] })
    }),

  unlink: (id, move, questionId) =>
    step((tables, now) => {
      const { question_ids } = tables.surveys.require(id)
      const left = question_ids.filter((question) => question !== questionId.toLowerCase())
      return left.length === question_ids.length
        ? undefined
        : patched(tables, id, now, { status: statusAfter(move), question_ids: left })
    })
})

/** Whether an account is an agent that the filter selects. */
const matches = (
  { predictions }: MemoryTables,
  { id, model, suspended, trust_label, type }: MemoryAccount,
  { families, resolved_min = 0, trust }: AgentFilter
): boolean => {
  if (type !== "agent" || suspended) return false
  const resolved = predictions.where("account", id).filter(({ settlement }) =>
    settlement !== null && settlement.correct !== null
  )
  return (families === undefined || families.some((family) => family === modelFamilyOf(model ?? "")))
    && (trust === undefined || trust.includes(trust_label))
    && resolved.length >= resolved_min
}

const assigning = (
  step: Step
): Pick<Store, "candidates" | "matching" | "assign" | "unassign" | "assignments" | "panelSize"> => ({
  candidates: (ids) =>
    step(({ accounts }) =>
      ids.flatMap((id) => {
        const account = accounts.get(id)
        return account === undefined ? [] : [{ id, name: account.name, type: account.type }]
      })
    ),

  matching: (filter, { limit, unassignedTo }) =>
    step((tables) => {
      const assigned = unassignedTo === undefined ? undefined : findSurvey(tables, unassignedTo)?.assignments
      return tables.accounts.all().filter((account) => matches(tables, account, filter))
        .filter(({ id }) => assigned?.has(id) !== true).sort(byId).slice(0, limit)
        .map(({ id, model, name, trust_label }) => ({
          user_id: id,
          user_name: name,
          model_family: modelFamilyOf(model ?? ""),
          trust_label
        }))
    }),

  assign: (id, move, { assigned_by, user_ids }) =>
    step((tables, now) => {
      const { assignments } = tables.surveys.require(id)
      const added = user_ids.filter((account) => !assignments.has(account))
      if (added.length > 0) {
        patched(tables, id, now, {
          status: statusAfter(move),
          assignments: new Map([
            ...assignments,
            ...added.map((account) => [account, { assigned_at: now, assigned_by }] as const)
          ])
        })
      }
      return added
    }),

  unassign: (id, move, userIds) =>
    step((tables, now) => {
      const left = new Map(tables.surveys.require(id).assignments)
      const removed = userIds.map((userId) => userId.toLowerCase()).filter((userId) => left.delete(userId))
      if (removed.length > 0) patched(tables, id, now, { status: statusAfter(move), assignments: left })
      return removed
    }),

  assignments: (id, page) =>
    Effect.map(
      Effect.flatMap(
        step((tables) =>
          [...findSurvey(tables, id)?.assignments ?? []].map(([user_id, assignment]) => ({
            id: user_id,
            user_id,
            user_name: tables.accounts.require(user_id).name,
            ...assignment
          })).sort(byId)
        ),
        (rows) => memoryPage("survey assignments", rows, page)
      ),
      (found) => mapPage(found, ({ id: _, ...row }) => row)
    ),

  panelSize: (id) => step((tables) => findSurvey(tables, id)?.assignments.size ?? 0)
})

const progressRow = (tables: MemoryTables, survey: MemorySurvey, accountId: string) => {
  const times = answersTo(tables, survey).filter(({ account_id }) => account_id === accountId)
    .map(({ created_at }) => created_at).sort((a, b) => a.getTime() - b.getTime())
  return {
    user_id: accountId,
    answered: times.length,
    total: survey.question_ids.length,
    started_at: times[0] ?? null,
    updated_at: times.at(-1) ?? null
  }
}

const counting = (step: Step): Pick<Store, "progressOf" | "progress"> => ({
  progressOf: (id, accountId) =>
    step((tables) => {
      const survey = findSurvey(tables, id)
      return survey === undefined ? undefined : { survey_id: survey.id, ...progressRow(tables, survey, accountId) }
    }),

  progress: (id, page) =>
    Effect.map(
      Effect.flatMap(
        step((tables) => {
          const survey = findSurvey(tables, id)
          if (survey === undefined) return []
          const assigned = survey.assignments.size > 0
          const panel = assigned
            ? [...survey.assignments.keys()]
            : new Set(answersTo(tables, survey).map(({ account_id }) => account_id))
          return [...panel].map((account) => ({
            id: account,
            ...progressRow(tables, survey, account),
            user_name: tables.accounts.require(account).name,
            assigned
          })).sort(byId)
        }),
        (rows) => memoryPage("survey progress", rows, page)
      ),
      (found) => mapPage(found, ({ id: _, ...row }) => row)
    )
})

/** Surveys in memory. Counts are computed from the predictions. */
export const memorySurveyStore: Layer.Layer<SurveyStore, never, MemoryState> = Layer.effect(
  SurveyStore,
  Effect.map(
    MemoryState,
    ({ step }) =>
      SurveyStore.of({
        ...reading(step),
        ...writing(step),
        ...judging(step),
        ...linking(step),
        ...assigning(step),
        ...counting(step)
      })
  )
)
