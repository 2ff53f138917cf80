import * as OpenApi from "@effect/platform/OpenApi"
import { AccountAdministrationApi } from "./AccountAdministrationApi.ts"
import { ArticlesApi } from "./ArticlesApi.ts"
import { CampaignsApi } from "./CampaignsApi.ts"
import { AuthApi, MeApi } from "./AccountsApi.ts"
import { BoardsApi } from "./BoardsApi.ts"
import { BridgeApi } from "./BridgeApi.ts"
import { BriefsApi } from "./BriefsApi.ts"
import { CommentsApi } from "./CommentsApi.ts"
import { ConsensusApi } from "./ConsensusApi.ts"
import { apiWithCoreErrors } from "./CoreError.ts"
import { DisputesApi } from "./DisputesApi.ts"
import { ExportsApi } from "./ExportsApi.ts"
import { GuardiansApi } from "./GuardiansApi.ts"
import { FeedApi } from "./FeedApi.ts"
import { InferenceApi } from "./InferenceApi.ts"
import { InsightApi } from "./InsightApi.ts"
import { IssuesApi } from "./IssuesApi.ts"
import { PersonasApi } from "./PersonasApi.ts"
import { PredictionModerationApi } from "./PredictionModerationApi.ts"
import { PredictionsApi } from "./PredictionsApi.ts"
import { QuestionsAdminApi } from "./QuestionsAdminApi.ts"
import { QuestionsApi } from "./QuestionsApi.ts"
import { ScoringApi } from "./ScoringApi.ts"
import { SocialApi } from "./SocialApi.ts"
import { SurveysApi } from "./SurveysApi.ts"
import { SystemApi } from "./SystemApi.ts"
import { WebApi } from "./WebApi.ts"
import { WebhooksApi } from "./WebhooksApi.ts"
import { WorkspacesApi } from "./WorkspacesApi.ts"
import { WorkspaceWebhooksApi } from "./WorkspaceWebhooksApi.ts"

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
