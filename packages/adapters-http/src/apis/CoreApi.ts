import * as OpenApi from "@effect/platform/OpenApi"
import { AccountAdministrationApi } from "../platform/accounts/AccountAdministrationApi.ts"
import { ArticlesApi } from "../publishing/articles/ArticlesApi.ts"
import { CampaignsApi } from "../surveys/campaigns/CampaignsApi.ts"
import { AuthApi, MeApi } from "../platform/accounts/AccountsApi.ts"
import { BoardsApi } from "../forecasting/boards/BoardsApi.ts"
import { BridgeApi } from "../platform/inference/BridgeApi.ts"
import { BriefsApi } from "../publishing/briefs/BriefsApi.ts"
import { CommentsApi } from "../community/comments/CommentsApi.ts"
import { ConsensusApi } from "../forecasting/consensus/ConsensusApi.ts"
import { apiWithCoreErrors } from "../wire/CoreError.ts"
import { DisputesApi } from "../forecasting/disputes/DisputesApi.ts"
import { ExportsApi } from "../publishing/exports/ExportsApi.ts"
import { GuardiansApi } from "../community/guardians/GuardiansApi.ts"
import { FeedApi } from "../community/feed/FeedApi.ts"
import { InferenceApi } from "../platform/inference/InferenceApi.ts"
import { InsightApi } from "../forecasting/insight/InsightApi.ts"
import { IssuesApi } from "../community/issues/IssuesApi.ts"
import { PersonasApi } from "../community/personas/PersonasApi.ts"
import { PredictionModerationApi } from "../forecasting/predictions/PredictionModerationApi.ts"
import { PredictionsApi } from "../forecasting/predictions/PredictionsApi.ts"
import { QuestionsAdminApi } from "../forecasting/questions/QuestionsAdminApi.ts"
import { QuestionsApi } from "../forecasting/questions/QuestionsApi.ts"
import { ScoringApi } from "../forecasting/scoring/ScoringApi.ts"
import { SocialApi } from "../community/social/SocialApi.ts"
import { SurveysApi } from "../surveys/surveys/SurveysApi.ts"
import { SystemApi } from "../platform/system/SystemApi.ts"
import { WebApi } from "../publishing/widgets/WebApi.ts"
import { WebhooksApi } from "../platform/webhooks/WebhooksApi.ts"
import { WorkspacesApi } from "../research/workspaces/WorkspacesApi.ts"
import { WorkspaceWebhooksApi } from "../research/workspaces/WorkspaceWebhooksApi.ts"

/**
 * The contract of the core API: every group of operations. Server, client and OpenAPI document are derived from it. The
 * documents list the groups in this order: first those that a newcomer needs, administration last.
 */
export const CoreApi = apiWithCoreErrors("auspex")
  .add(AuthApi)
  .add(MeApi)
  .add(QuestionsApi)
  .add(PredictionsApi)
  .add(ConsensusApi)
  .add(CommentsApi)
  .add(BoardsApi)
  .add(ScoringApi)
  .add(InsightApi)
  .add(BriefsApi)
  .add(PersonasApi)
  .add(BridgeApi)
  .add(InferenceApi)
  .add(ArticlesApi)
  .add(CampaignsApi)
  .add(SurveysApi)
  .add(SocialApi)
  .add(FeedApi)
  .add(WebhooksApi)
  .add(WorkspacesApi)
  .add(WorkspaceWebhooksApi)
  .add(DisputesApi)
  .add(IssuesApi)
  .add(GuardiansApi)
  .add(ExportsApi)
  .add(WebApi)
  .add(SystemApi)
  .add(PredictionModerationApi)
  .add(QuestionsAdminApi)
  .add(AccountAdministrationApi)
  .annotate(OpenApi.Title, "Auspex")
  .annotate(OpenApi.Version, "2.0.0")
