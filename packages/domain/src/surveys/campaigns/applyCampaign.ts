import { Array as Arr, Effect } from "effect"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { Refusal } from "../../kernel/Refusal.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import type { AdminActor } from "../../platform/identity/Actor.ts"
import { applyArticle } from "./applyArticle.ts"
import { applyQuestion } from "./applyQuestion.ts"
import { applySurvey } from "./applySurvey.ts"
import type { Campaign } from "./Campaign.ts"
import type { CampaignPlan } from "./CampaignPlan.ts"
import type { CampaignServices } from "./CampaignServices.ts"
import { judgedStep } from "./CampaignStep.ts"
import type { AppliedEntry } from "./CampaignStore.ts"
import { wantedMembers } from "./WantedMembers.ts"

/**
 * Applies the questions, then the surveys, then the articles of a campaign, and returns what it did. Joins the caller's
 * unit of work, which must roll back after a failure. Fails with everything that stands in the way.
 */
export const applyCampaign = (
  services: CampaignServices,
  actor: AdminActor,
  campaign: Campaign
): UseCaseEffect<CampaignPlan> =>
  Effect.gen(function*() {
    const { store } = services
    yield* store.lock
    const { articles = [], questions = [], surveys = [] } = campaign
    const known = knownEntries(yield* store.entries)
    const failures: Array<Failure> = [...repeatedKeys(campaign)]

    const questionSteps = yield* Effect.forEach(questions, (question, at) => {
      const act = applyQuestion(services, actor, question, known.question.get(question.key))
      return judgedStep(`questions[${at}]`, failures, act)
    })
    const questionIds = new Map([
      ...Array.from(known.question, ([key, { id }]) => [key, id] as const),
      ...questions.map(({ key }, at) => [key, questionSteps[at]?.id] as const)
    ])
    const surveySteps = yield* Effect.forEach(surveys, (survey, at) => {
      const path = `surveys[${at}]`
      return Effect.flatMap(wantedMembers(services, survey, path, questionIds, failures), (members) => {
        const act = applySurvey(services, actor, survey, members, known.survey.get(survey.key))
        return judgedStep(path, failures, act, memberFields)
      })
    })
    const articleSteps = yield* Effect.forEach(articles, (article, at) => {
      const act = applyArticle(services, actor, article)
      return judgedStep(`articles[${at}]`, failures, act)
    })

    if (Arr.isNonEmptyReadonlyArray(failures)) return yield* new Refusal({ failures })
    const steps = [...questionSteps, ...surveySteps, ...articleSteps].filter((step) => step !== undefined)
    yield* store.save(steps.flatMap(({ entry }) => entry === undefined ? [] : [entry]))
    const changes = steps.flatMap(({ change }) => change === undefined ? [] : [change])
    return { changes, unchanged: steps.length - changes.length }
  })

/** Field names of survey administration, with their names in a campaign. */
const memberFields = { question_ids: "questions", user_ids: "agents" }

/** The entries that were applied before, by their keys. */
const knownEntries = (entries: ReadonlyArray<AppliedEntry>) => {
  const of = (wanted: AppliedEntry["kind"]) =>
    new Map(entries.flatMap((entry) => entry.kind === wanted ? [[entry.key, entry] as const] : []))
  return { question: of("question"), survey: of("survey") }
}

/** A failure for each key that an entry of the same kind already has. */
const repeatedKeys = ({ articles = [], questions = [], surveys = [] }: Campaign): ReadonlyArray<Failure> =>
  ([
    ["questions", "key", questions.map(({ key }) => key)],
    ["surveys", "key", surveys.map(({ key }) => key)],
    ["articles", "slug", articles.map(({ slug }) => slug)]
  ] as const).flatMap(([list, field, keys]) =>
    keys.flatMap((key, at) => {
      const first = keys.indexOf(key)
      return first === at ? [] : [failure("INVALID_REQUEST", `"${key}" is also the ${field} of ${list}.${first}.`, {
        field: `${list}.${at}.${field}`,
        measured: key
      })]
    })
  )
