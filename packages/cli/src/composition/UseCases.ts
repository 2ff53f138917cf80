import { Accounts, AdminKeys, OutgoingMail } from "@auspex/domain/accounts"
import { ArticleAdministration, ArticleClock, Articles } from "@auspex/domain/articles"
import { Campaigns } from "@auspex/domain/campaigns"
import { CalibrationBoards, GroupBoards, Leaderboards, SkillBoards, SkillRefreshes } from "@auspex/domain/boards"
import { Briefs, DailyInsights, modelBriefWriter } from "@auspex/domain/briefs"
import { CommentModeration, Comments, Debates } from "@auspex/domain/comments"
import { ConsensusReads } from "@auspex/domain/consensus"
import { ConsensusHistory, History } from "@auspex/domain/history"
import { DisputeAdministration, Disputes } from "@auspex/domain/disputes"
import { Exports } from "@auspex/domain/exports"
import { Guardians, TrustLabels, Validations } from "@auspex/domain/guardians"
import { Feeds, PublicFeeds, ReferralShares, ResolutionNotices } from "@auspex/domain/feed"
import { Bridges, Inferences, LlmSettings } from "@auspex/domain/inference"
import { CommunityStatsReads, Discoveries, Highlights, Searches, WeeklyBattles } from "@auspex/domain/insight"
import { IssueAdministration, Issues } from "@auspex/domain/issues"
import { Personas } from "@auspex/domain/personas"
import { PredictionLists, PredictionModeration, Predictions } from "@auspex/domain/predictions"
import {
  QuestionAdministration,
  QuestionChildren,
  QuestionClock,
  Questions,
  Watchlists
} from "@auspex/domain/questions"
import { Findings, Projects, SourceIntake, evidenceOfSources, ProjectPanels } from "@auspex/domain/projects"
import { packetPublication, ProjectDossiers } from "@auspex/domain/packetPublication"
import { PanelRuns, ProjectRuns, sharedPanelModel } from "@auspex/domain/panelRuns"
import { ProjectForecasts } from "@auspex/domain/projectForecasts"
import { SurveyForms, SurveyLinks, SurveyPanels, SurveyResponses } from "@auspex/domain/surveyLinks"
import { EmbeddedRanking, EntryEmbeddings, Retrieval } from "@auspex/domain/retrieval"
import { AgentRuns } from "@auspex/domain/agentRuns"
import { PointsDecay, Receipts, Resolutions } from "@auspex/domain/scoring"
import { Follows, Notifications } from "@auspex/domain/social"
import { SurveyAdministration, SurveyAutoClose, Surveys } from "@auspex/domain/surveys"
import { QuestionWidgets, Sitemaps } from "@auspex/domain/widgets"
import {
  EventPulls,
  OwnedWebhooks,
  WebhookAdministration,
  WebhookDispatch,
  Webhooks,
  WebhookTests
} from "@auspex/domain/webhooks"
import { Workspaces, WorkspaceWebhooks } from "@auspex/domain/workspaces"
import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"

/** Searches of findings and of panels share one index in memory, ranked by embeddings, too, when a model is configured. */
const retrieval = Retrieval.layer.pipe(Layer.provide(EmbeddedRanking.layer))

/** All use cases of the platform; they need implementations of their ports. */
export const useCases = Layer.mergeAll(
  Accounts.layer,
  AdminKeys.layer,
  AgentRuns.layer,
  ArticleAdministration.layer,
  ArticleClock.layer,
  Articles.layer,
  Bridges.layer,
  Briefs.layer,
  CalibrationBoards.layer,
  Campaigns.layer.pipe(
    Layer.provide(Layer.mergeAll(ArticleAdministration.layer, QuestionAdministration.layer, SurveyAdministration.layer))
  ),
  CommentModeration.layer,
  Comments.layer,
  ConsensusHistory.layer,
  Debates.layer,
  DisputeAdministration.layer.pipe(Layer.provide(Resolutions.layer)),
  Disputes.layer,
  Exports.layer,
  Feeds.layer,
  Findings.layer,
  Follows.layer,
  GroupBoards.layer,
  Guardians.layer,
  Discoveries.layer,
  Highlights.layer,
  History.layer,
  IssueAdministration.layer,
  Issues.layer,
  Leaderboards.layer,
  LlmSettings.layer,
  Personas.layer,
  ProjectDossiers.layer,
  ProjectForecasts.layer,
  ProjectPanels.layer,
  ProjectRuns.layer,
  SourceIntake.layer,
  PointsDecay.layer,
  PredictionLists.layer,
  PredictionModeration.layer,
  PublicFeeds.layer,
  QuestionAdministration.layer,
  QuestionClock.layer,
  Questions.layer,
  QuestionWidgets.layer,
  Receipts.layer,
  ReferralShares.layer,
  ResolutionNotices.layer,
  Resolutions.layer,
  CommunityStatsReads.layer,
  Searches.layer,
  SkillBoards.layer,
  Sitemaps.layer,
  SkillRefreshes.layer,
  SurveyAdministration.layer,
  SurveyAutoClose.layer,
  SurveyForms.layer,
  SurveyLinks.layer,
  SurveyPanels.layer,
  SurveyResponses.layer,
  Surveys.layer,
  Watchlists.layer,
  Validations.layer,
  EventPulls.layer,
  Webhooks.layer,
  WebhookAdministration.layer,
  Workspaces.layer,
  WorkspaceWebhooks.layer,
  // Tasks that one instance does for all need a unique name for each instance.
  Layer.unwrapEffect(Effect.sync(() => DailyInsights.layer(randomUUID()))),
  Layer.unwrapEffect(Effect.sync(() => WeeklyBattles.layer(randomUUID()))),
  Layer.unwrapEffect(Effect.sync(() => WebhookDispatch.layer(randomUUID(), () => performance.now())))
).pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      modelBriefWriter,
      ConsensusReads.layer,
      Inferences.layer,
      Notifications.layer,
      OutgoingMail.layer,
      Predictions.layer,
      QuestionChildren.layer,
      Projects.layer,
      PanelRuns.layer.pipe(
        Layer.provide(Layer.mergeAll(evidenceOfSources, packetPublication, sharedPanelModel)),
        Layer.provide(retrieval)
      ),
      EntryEmbeddings.layer,
      retrieval,
      OwnedWebhooks.layer,
      WebhookTests.layer,
      TrustLabels.layer.pipe(Layer.provide(Notifications.layer))
    )
  )
)
