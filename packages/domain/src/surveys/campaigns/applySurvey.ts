import { Array as Arr, Effect, Either } from "effect"
import type { AdminActor } from "../../platform/identity/Actor.ts"
import { refuse, refuseAll } from "../../kernel/Refusal.ts"
import { failure } from "../../kernel/Failure.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import type { Survey } from "../surveys/Survey.ts"
import { judgeSurveyFields, surveyEditOf, type SurveyInput } from "../surveys/SurveyFields.ts"
import { assignedAtOnceMax } from "../surveys/SurveyMembers.ts"
import { surveyMoves } from "../surveys/SurveyMove.ts"
import type { SurveyStatus } from "../surveys/SurveyStatus.ts"
import type { CampaignSurvey } from "./Campaign.ts"
import type { CampaignServices } from "./CampaignServices.ts"
import { type AppliedStep, stepOf } from "./CampaignStep.ts"
import type { AppliedEntry } from "./CampaignStore.ts"
import { changedMembers, type Fields } from "./FieldChange.ts"
import type { WantedMembers } from "./WantedMembers.ts"

/** The fields of a survey as they are written in a file, without its members. */
export const surveyFields = (
  { auto_close, category, description, tags, target_width, title }: Survey
): Fields => ({
  title,
  description,
  category,
  tags: tags === "" ? [] : tags.split(","),
  target_width,
  auto_close
})

const lifeActions = ["open", "close", "archive"] as const

/**
 * Whether a survey closed by itself, or could have. A campaign that wants the survey open is satisfied with it.
 *
 * @example hasClosedItself("open", { status: "closed", auto_close: true }) // true
 */
export const hasClosedItself = (
  wanted: SurveyStatus,
  { auto_close, status }: Pick<Survey, "auto_close" | "status">
): boolean => wanted === "open" && status === "closed" && auto_close

/**
 * The moves that bring a survey from one status to another. Fails with INVALID_TRANSITION when its life cycle has no
 * path there, or only a path through a status in which a survey should stay for a while.
 *
 * @example Either.getOrThrow(surveyMovesTo("open", "draft")).map(({ action }) => action) // ["open"]
 */
export const surveyMovesTo = (wanted: SurveyStatus, status: SurveyStatus) => {
  if (wanted === status) return Either.right([])
  const move = surveyMoves.find(({ action, from, to }) =>
    from === status && to === wanted && lifeActions.some((one) => one === action)
  )
  if (move !== undefined) return Either.right([{ ...move, action: lifeActions.find((one) => one === move.action)! }])
  const next = surveyMoves.filter(({ action, from }) => from === status && lifeActions.some((one) => one === action))
    .map(({ to }) => to)
  const message = `The survey is ${status} and cannot become ${wanted}; ` +
    (next.length === 0 ? "nothing follows." : `what follows is ${next.join(" or ")}.`)
  return Either.left(
    failure("INVALID_TRANSITION", message, { field: "status", measured: status, limit: next.join(", ") })
  )
}

const inputOf = (
  { auto_close, category, description, tags, target_width, title }: CampaignSurvey
): SurveyInput => ({
  title,
  ...(description === undefined ? {} : { description }),
  ...(category === undefined ? {} : { category }),
  ...(tags === undefined ? {} : { tags: tags.join(",") }),
  ...(target_width === undefined ? {} : { target_width }),
  ...(auto_close === undefined ? {} : { auto_close })
})

/** Creates or changes a survey, its questions and its panel, and brings it to its status. */
export const applySurvey = (
  services: CampaignServices,
  actor: AdminActor,
  entry: CampaignSurvey,
  members: WantedMembers,
  known: AppliedEntry | undefined
): UseCaseEffect<AppliedStep> =>
  Effect.gen(function*() {
    const { surveys, surveyStore } = services
    const existing = known?.id ?? entry.id
    const before = existing === undefined ? undefined : yield* surveyStore.find(existing)
    if (existing !== undefined && before === undefined) {
      return yield* refuse("SURVEY_NOT_FOUND", `There is no survey ${existing}.`, { field: "id" })
    }
    const input = inputOf(entry)
    const survey = before === undefined
      ? yield* surveys.create(actor, input)
      : wouldEdit(before, input)
      ? yield* surveys.edit(actor, before.id, input)
      : before
    const questions = yield* applyQuestions(services, actor, survey, members.questions)
    const agents = yield* applyPanel(services, actor, survey, members.agents)
    const moves = entry.status === undefined || hasClosedItself(entry.status, survey)
      ? []
      : yield* Either.match(surveyMovesTo(entry.status, survey.status), {
        onLeft: (failure) => refuseAll([failure]).pipe(Effect.as([])),
        onRight: Effect.succeed
      })
    for (const { action } of moves) yield* surveys[action](actor, survey.id)
    return stepOf({
      kind: "survey",
      key: entry.key,
      id: survey.id,
      title: survey.title,
      before: before === undefined ? undefined : surveyFields(before),
      after: surveyFields(survey),
      last: known?.applied,
      questions: named(questions, members.keys),
      agents,
      filter: members.filter,
      moves: moves.map(({ action }) => action),
      fires: moves.flatMap(({ fires }) => fires === undefined ? [] : [fires])
    })
  })

/** Whether an edit would change a field; true for an invalid edit, which is then refused. */
const wouldEdit = (before: Survey, input: SurveyInput): boolean => {
  const after = judgeSurveyFields({ ...before, ...input })
  return Either.isLeft(after) || surveyEditOf(before, after.right) !== undefined
}

/** The members as the plan names them, in the order of their names. */
const named = (
  { added, removed }: { readonly added: ReadonlyArray<string>; readonly removed: ReadonlyArray<string> },
  names: ReadonlyMap<string, string>
) => {
  const namesOf = (ids: ReadonlyArray<string>) => ids.map((id) => names.get(id) ?? id).sort()
  return { added: namesOf(added), removed: namesOf(removed) }
}

const unchanged = { added: [], removed: [] }

const applyQuestions = (
  { surveys, surveyStore }: CampaignServices,
  actor: AdminActor,
  survey: Survey,
  wanted: ReadonlyArray<string> | undefined
) =>
  Effect.gen(function*() {
    if (wanted === undefined) return unchanged
    const members = changedMembers(yield* surveyStore.questionIds(survey.id), wanted)
    for (const id of members.removed) yield* surveys.unlink(actor, survey.id, id)
    // Linked in the order of the file.
    const added = wanted.filter((id) => members.added.includes(id))
    if (added.length > 0) yield* surveys.link(actor, survey.id, added)
    return members
  })

const applyPanel = (
  { store, surveys, surveyStore }: CampaignServices,
  actor: AdminActor,
  survey: Survey,
  wanted: ReadonlyArray<string> | undefined
) =>
  Effect.gen(function*() {
    if (wanted === undefined) return unchanged
    const members = changedMembers((yield* store.panel(survey.id)).map(({ id }) => id), wanted)
    if (members.removed.length > 0) yield* surveys.unassign(actor, survey.id, members.removed)
    for (const ids of Arr.chunksOf(members.added, assignedAtOnceMax))
      yield* surveys.assign(actor, survey.id, ids)
    const changed = [...members.added, ...members.removed]
    const agents = changed.length === 0 ? [] : yield* surveyStore.candidates(changed)
    // A reviewer knows agents by their names.
    return named(members, new Map(agents.map(({ id, name }) => [id, name])))
  })
