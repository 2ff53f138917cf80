import { Array as Arr, Context, Data, Effect, Layer } from "effect"
import { ArticleAdministration } from "../../publishing/articles/ArticleAdministration.ts"
import type { AdminActor } from "../../platform/identity/Actor.ts"
import { Changes, type Topic } from "../../kernel/Changes.ts"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { nearest } from "../../kernel/nearest.ts"
import { Refusal } from "../../kernel/Refusal.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { QuestionAdministration } from "../../forecasting/questions/QuestionAdministration.ts"
import { QuestionStore } from "../../forecasting/questions/QuestionStore.ts"
import type { AgentFilter } from "../surveys/AgentFilter.ts"
import { SurveyAdministration } from "../surveys/SurveyAdministration.ts"
import { SurveyStore } from "../surveys/SurveyStore.ts"
import { applyArticle } from "./applyArticle.ts"
import { applyQuestion } from "./applyQuestion.ts"
import { applySurvey, type WantedMembers } from "./applySurvey.ts"
import type { Campaign, CampaignSurvey } from "./Campaign.ts"
import type { CampaignPlan, PlannedChange } from "./CampaignPlan.ts"
import { type AppliedStep, judgedStep } from "./CampaignStep.ts"
import { type AppliedEntry, CampaignStore } from "./CampaignStore.ts"
import { judgeSelected, matchingIds } from "./matchingIds.ts"
import { movedSince } from "./movedSince.ts"
import { pullCampaign } from "./pullCampaign.ts"

/** Ends the unit of work of a plan, so that nothing of it is stored. */
class OnlyPlanned extends Data.TaggedError("OnlyPlanned")<{ readonly plan: CampaignPlan }> {}

/**
 * Campaigns: surveys, questions and the editorial calendar as administrators keep them in files. A plan is an application
 * that is rolled back at its end, so both judge alike, and what cannot be applied as a whole changes nothing.
 */
export class Campaigns extends Context.Tag("auspex/Campaigns")<Campaigns, {
  /**
   * What applying the campaign would do. Fails with everything that stands in the way, each failure with the place in the
   * campaign as its field (`surveys.2.status`).
   */
  readonly plan: (actor: AdminActor, campaign: Campaign) => UseCaseEffect<CampaignPlan>
  /**
   * Applies the campaign and returns what it did. With `expected`, the changes that a plan showed, it fails with
   * CAMPAIGN_MOVED when it would now do something else, and names what has moved.
   */
  readonly apply: (
    actor: AdminActor,
    campaign: Campaign,
    expected?: ReadonlyArray<PlannedChange>
  ) => UseCaseEffect<CampaignPlan>
  /**
   * The present state as a campaign: the surveys with these keys or ids, by default all but archived ones, the questions
   * that were applied under a key, and the scheduled articles when all surveys are asked for. Applied again, it changes
   * nothing. Fails with SURVEY_NOT_FOUND.
   */
  readonly pull: (actor: AdminActor, surveys: ReadonlyArray<string>) => UseCaseEffect<Campaign>
}>() {
  static readonly layer: Layer.Layer<
    Campaigns,
    never,
    | ArticleAdministration
    | QuestionAdministration
    | QuestionStore
    | SurveyAdministration
    | SurveyStore
    | CampaignStore
    | UnitOfWork
    | Changes
  > = Layer.effect(
    Campaigns,
    Effect.gen(function*() {
      const articles = yield* ArticleAdministration
      const questions = yield* QuestionAdministration
      const questionStore = yield* QuestionStore
      const surveys = yield* SurveyAdministration
      const surveyStore = yield* SurveyStore
      const store = yield* CampaignStore
      const unit = yield* UnitOfWork
      const changes = yield* Changes

      const applied = (actor: AdminActor, campaign: Campaign): UseCaseEffect<CampaignPlan> =>
        Effect.gen(function*() {
          yield* store.lock
          const failures: Array<Failure> = [...repeatedKeys(campaign)]
          const known = new Map(
            Arr.map(yield* store.entries, (entry) => [`${entry.kind}:${entry.key}`, entry] as const)
          )
          const steps: Array<AppliedStep> = []
          const entries: Array<AppliedEntry> = []
          const questionIds = new Map<string, string | undefined>(
            [...known.values()].flatMap(({ id, key, kind }) => kind === "question" ? [[key, id]] : [])
          )
          const keep = (
            kind: AppliedEntry["kind"],
            { agents, key }: Pick<CampaignSurvey, "agents" | "key">,
            step: AppliedStep | undefined
          ) => {
            if (step === undefined) return
            steps.push(step)
            const filter = agents === undefined || isList(agents) ? {} : { agents }
            entries.push({ kind, key, id: step.id, applied: step.applied, ...filter })
          }
          for (const [at, question] of (campaign.questions ?? []).entries()) {
            const { key } = question
            const act = applyQuestion(
              { administration: questions, store: questionStore },
              actor,
              question,
              known.get(`question:${key}`)
            )
            const step = yield* judgedStep(`questions[${at}]`, failures, act)
            questionIds.set(key, step?.id)
            keep("question", { key }, step)
          }
          for (const [at, survey] of (campaign.surveys ?? []).entries()) {
            const path = `surveys[${at}]`
            const members = yield* membersOf(survey, path, questionIds, failures)
            const act = applySurvey(
              { administration: surveys, store: surveyStore, panels: store },
              actor,
              survey,
              members,
              known.get(`survey:${survey.key}`)
            )
            keep("survey", survey, yield* judgedStep(path, failures, act, memberFields))
          }
          for (const [at, article] of (campaign.articles ?? []).entries()) {
            const act = applyArticle({ administration: articles, store }, actor, article)
            const step = yield* judgedStep(`articles[${at}]`, failures, act)
            if (step !== undefined) steps.push(step)
          }
          if (Arr.isNonEmptyReadonlyArray(failures)) return yield* new Refusal({ failures })
          yield* store.save(entries)
          const planned = steps.flatMap(({ change }) => change === undefined ? [] : [change])
          return { changes: planned, unchanged: steps.length - planned.length }
        })

      /** The ids of the questions and agents that a survey names; what is not there is a failure. */
      const membersOf = (
        { agents, questions }: CampaignSurvey,
        path: string,
        known: ReadonlyMap<string, string | undefined>,
        failures: Array<Failure>
      ): UseCaseEffect<WantedMembers> =>
        Effect.gen(function*() {
          const found = questions?.map((reference, at) => {
            if (isId(reference)) return reference.toLowerCase()
            if (!known.has(reference))
              failures.push(unknownKey(reference, `${path}.questions[${at}]`, [...known.keys()]))
            return known.get(reference)
          })
          return {
            keys: new Map([...known].flatMap(([key, id]) => id === undefined ? [] : [[id, key]])),
            // A question that was refused has no id; its own failure is enough.
            questions: found === undefined ? undefined : [...new Set(found.filter((id) => id !== undefined))],
            agents: agents === undefined
              ? undefined
              : isList(agents)
              ? yield* namedAgents(agents, path, failures)
              : yield* selectedAgents(agents, path, failures)
          }
        })

      const selectedAgents = (filter: AgentFilter, path: string, failures: Array<Failure>) =>
        Effect.map(matchingIds(surveyStore, filter), (ids) => {
          const wrong = judgeSelected(ids.length, `${path}.agents`)
          if (wrong !== undefined) failures.push(wrong)
          return ids
        })

      const namedAgents = (named: ReadonlyArray<string>, path: string, failures: Array<Failure>) =>
        Effect.map(store.accounts(named), (found) => {
          const accounts = new Map(found.map((account) => [account.named, account]))
          const ids = new Set<string>()
          named.forEach((name, at) => {
            const account = accounts.get(name)
            if (account?.type === "agent") ids.add(account.id)
            else if (failures.length < failuresMax) {
              const quoted = JSON.stringify(name.slice(0, 60))
              const about = { field: `${path}.agents[${at}]`, measured: name.slice(0, 60) }
              failures.push(
                account === undefined
                  ? failure("AGENT_NOT_FOUND", `There is no agent ${quoted}.`, about)
                  : failure("INVALID_REQUEST", `${quoted} is a human; only agents can be assigned.`, about)
              )
            }
          })
          return [...ids]
        })

      const pull = pullCampaign({ articles, questionStore, surveyStore, store })

      return Campaigns.of({
        pull: (actor, keys) => unit.transact(pull(actor, keys)),
        plan: (actor, campaign) =>
          unit.transact(Effect.flatMap(applied(actor, campaign), (plan) => new OnlyPlanned({ plan }))).pipe(
            Effect.catchTag("OnlyPlanned", ({ plan }) => Effect.succeed(plan))
          ),

        apply: (actor, campaign, expected) =>
          unit.transact(Effect.gen(function*() {
            const plan = yield* applied(actor, campaign)
            const moved = expected === undefined ? [] : movedSince(expected, plan.changes)
            if (Arr.isNonEmptyReadonlyArray(moved)) return yield* new Refusal({ failures: moved })
            yield* unit.afterCommit(changes.announce(topicsOf(plan)))
            return plan
          }))
      })
    })
  )
}

const isList = (agents: NonNullable<CampaignSurvey["agents"]>): agents is ReadonlyArray<string> => Array.isArray(agents)

/** How many failures are worth naming. */
const failuresMax = 50

/** The names in a campaign of what the administration of surveys calls otherwise. */
const memberFields = { question_ids: "questions", user_ids: "agents" }

const isId = (reference: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(reference)

const unknownKey = (key: string, field: string, keys: ReadonlyArray<string>): Failure => {
  const hint = keys.length === 0 ? "" : `; did you mean ${nearest(key, keys)}?`
  return failure("QUESTION_NOT_FOUND", `There is no question with the key "${key.slice(0, 64)}"${hint || "."}`, {
    field,
    measured: key.slice(0, 64)
  })
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

const topicsOf = ({ changes }: CampaignPlan): ReadonlyArray<Topic> => [
  ...new Set(
    changes.flatMap(({ id, kind }): ReadonlyArray<Topic> =>
      kind === "article"
        ? ["articles"]
        : kind === "survey" || id === undefined
        ? ["questions"]
        : ["questions", `question:${id}`]
    )
  )
]
