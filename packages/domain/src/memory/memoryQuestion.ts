import { windowEnded } from "../forecasting/questions/PredictionWindow.ts"
import type { QuestionRow } from "../forecasting/questions/QuestionRow.ts"
import type { QuestionMove } from "../forecasting/questions/QuestionMove.ts"
import { isPublicStatus, type QuestionStatus } from "../forecasting/questions/QuestionStatus.ts"
import type { ViewerState } from "../forecasting/questions/ViewerState.ts"
import type { OwnerSides } from "../forecasting/scoring/OwnerSides.ts"
import { sideOf } from "../forecasting/scoring/OwnerSides.ts"
import type { MemoryPrediction, MemoryQuestion } from "./MemoryRows.ts"
import type { MemoryTables } from "./MemoryState.ts"
import { surveyCountsOf, surveysEndOf } from "./memorySurvey.ts"

/** Ids are compared in lower case, as the database compares UUIDs. */
export const findQuestion = ({ questions }: MemoryTables, id: string): MemoryQuestion | undefined =>
  questions.get(id.toLowerCase())

/** The question with this id that everybody may see. */
export const findPublicQuestion = (tables: MemoryTables, id: string): MemoryQuestion | undefined => {
  const question = findQuestion(tables, id)
  return question !== undefined && isPublicStatus(question.status) ? question : undefined
}

/** The predictions on a question in the order in which they were placed. */
export const predictionsOn = ({ predictions }: MemoryTables, questionId: string): ReadonlyArray<MemoryPrediction> =>
  [...predictions.where("question", questionId)].sort((a, b) => a.seq - b.seq)

/** The number of predictions for each option, in the order of the options; null for binary questions. */
export const optionCountsOf = (
  options: ReadonlyArray<string> | null,
  predictions: ReadonlyArray<MemoryPrediction>
): ReadonlyArray<number> | null =>
  options === null
    ? null
    : options.map((_, index) => predictions.filter(({ option_index }) => option_index === index).length)

/** The sides that the accounts of one owner take on a question. */
export const predictedSidesOf = (
  { accounts }: MemoryTables,
  predictions: ReadonlyArray<MemoryPrediction>,
  ownerKey: string
): ReadonlySet<number> =>
  new Set(
    predictions.filter(({ account_id }) => accounts.require(account_id).owner_key === ownerKey).map(sideOf)
  )

/** How owners are distributed over the sides of a question; see `OwnerSides`. */
export const ownerSidesOf = (
  tables: MemoryTables,
  predictions: ReadonlyArray<MemoryPrediction>,
  { options, ownerKey }: { readonly options: ReadonlyArray<string> | null; readonly ownerKey: string }
): OwnerSides => {
  const owners = new Map<string, Set<number>>()
  for (const prediction of predictions) {
    const owner = tables.accounts.require(prediction.account_id).owner_key
    owners.set(owner, (owners.get(owner) ?? new Set()).add(sideOf(prediction)))
  }
  const sides = [...owners.values()]
  const own = owners.get(ownerKey)
  return {
    count: owners.size,
    bySide: predictions.length === 0
      ? []
      : Array.from(
        { length: options?.length ?? 2 },
        (_, side) => sides.filter((taken) => taken.size === 1 && taken.has(side)).length
      ),
    own: own === undefined ? undefined : { side: own.size === 1 ? [...own][0]! : null }
  }
}

const viewerStateOf = (
  question: MemoryQuestion,
  predictions: ReadonlyArray<MemoryPrediction>,
  viewer: string
): ViewerState => {
  const mine = predictions.find(({ account_id }) => account_id === viewer)
  return {
    my_prediction: mine === undefined ? null : {
      id: mine.id,
      prediction: mine.prediction,
      confidence: mine.confidence,
      selected_option: mine.selected_option,
      option: mine.selected_option
    },
    watching: question.watchers.has(viewer),
    has_upvoted: question.upvoters.has(viewer)
  }
}

/** The row of a question, with its counts and, with `viewer`, that account's relation to it. */
export const questionRow = (tables: MemoryTables, question: MemoryQuestion, viewer?: string): QuestionRow => {
  const {
    closing_soon_sent: _c,
    is_void: _v,
    resolution_version: _r,
    scores: _s,
    snapshot_counts: _n,
    upvoters,
    watchers: _w,
    ...row
  } = question
  const predictions = predictionsOn(tables, question.id)
  const yes_count = predictions.filter(({ prediction }) => prediction).length
  return {
    ...row,
    upvotes: upvoters.size,
    prediction_count: predictions.length,
    yes_count,
    no_count: predictions.length - yes_count,
    confidence_sum: predictions.reduce((sum, { confidence }) => sum + confidence, 0),
    option_counts: optionCountsOf(question.options, predictions),
    model_count: new Set(predictions.flatMap(({ model }) => model === null ? [] : [model])).size,
    window_ends_at: windowEnded({ ...question, surveys_ended_at: surveysEndOf(tables, question.id) }),
    ...surveyCountsOf(tables, question.id),
    ...(viewer === undefined ? {} : { viewer_state: viewerStateOf(question, predictions, viewer) })
  }
}

/** The status that a move leads to. A move to `removed` deletes the row instead (`QuestionStore.remove`). */
export const statusAfter = ({ to }: QuestionMove): QuestionStatus => {
  if (to === "removed") throw new Error("A question is removed by deleting it.")
  return to
}
