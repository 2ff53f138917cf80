import { Array as Arr, Context, Data, Effect, Layer } from "effect"
import { ArticleAdministration } from "../../publishing/articles/ArticleAdministration.ts"
import type { AdminActor } from "../../platform/identity/Actor.ts"
import { Changes, type Topic } from "../../kernel/Changes.ts"
import { Refusal } from "../../kernel/Refusal.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { QuestionAdministration } from "../../forecasting/questions/QuestionAdministration.ts"
import { QuestionStore } from "../../forecasting/questions/QuestionStore.ts"
import { SurveyAdministration } from "../surveys/SurveyAdministration.ts"
import { SurveyStore } from "../surveys/SurveyStore.ts"
import { applyCampaign } from "./applyCampaign.ts"
import type { Campaign } from "./Campaign.ts"
import type { CampaignPlan, PlannedChange } from "./CampaignPlan.ts"
import type { CampaignServices } from "./CampaignServices.ts"
import { CampaignStore } from "./CampaignStore.ts"
import { movedSince } from "./movedSince.ts"
import { pullCampaign } from "./pullCampaign.ts"

/** Fails the unit of work of a plan, so that it is rolled back. */
class OnlyPlanned extends Data.TaggedError("OnlyPlanned")<{ readonly plan: CampaignPlan }> {}

/**
 * Campaigns: surveys, questions and the editorial calendar as administrators keep them in files. A plan is an
 * application that is rolled back at its end, so both judge alike. A campaign that cannot be applied completely changes
 * nothing.
 */
export class Campaigns extends Context.Tag("auspex/Campaigns")<Campaigns, {
  /**
   * The changes that applying the campaign would make. Fails with all obstacles at once, each with its place in the
   * campaign as the field (`surveys.2.status`).
   */
  readonly plan: (actor: AdminActor, campaign: Campaign) => UseCaseEffect<CampaignPlan>
  /**
   * Applies the campaign and returns the changes. `expected` holds the changes of a plan; if the application would make
   * different ones, it fails with CAMPAIGN_MOVED and names the entries that have changed since.
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
      const changes = yield* Changes
      const unit = yield* UnitOfWork
      const services: CampaignServices = {
        articles: yield* ArticleAdministration,
        questions: yield* QuestionAdministration,
        questionStore: yield* QuestionStore,
        store: yield* CampaignStore,
        surveys: yield* SurveyAdministration,
        surveyStore: yield* SurveyStore
      }
      return Campaigns.of({
        plan: (actor, campaign) =>
          unit.transact(
            Effect.flatMap(applyCampaign(services, actor, campaign), (plan) => new OnlyPlanned({ plan }))
          ).pipe(Effect.catchTag("OnlyPlanned", ({ plan }) => Effect.succeed(plan))),

        apply: (actor, campaign, expected) =>
          unit.transact(Effect.gen(function*() {
            const plan = yield* applyCampaign(services, actor, campaign)
            const moved = expected === undefined ? [] : movedSince(expected, plan.changes)
            if (Arr.isNonEmptyReadonlyArray(moved)) return yield* new Refusal({ failures: moved })
            yield* unit.afterCommit(changes.announce(topicsOf(plan)))
            return plan
          })),

        pull: (actor, surveys) => unit.transact(pullCampaign(services, actor, surveys))
      })
    })
  )
}

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
