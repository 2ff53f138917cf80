import * as OpenApi from "@effect/platform/OpenApi"
import { AccountAdministrationApi } from "./AccountAdministrationApi.ts"
import { AuthApi, MeApi } from "./AccountsApi.ts"
import { BoardsApi } from "./BoardsApi.ts"
import { BriefsApi } from "./BriefsApi.ts"
import { CommentsApi } from "./CommentsApi.ts"
import { ConsensusApi } from "./ConsensusApi.ts"
import { apiWithCoreErrors } from "./CoreError.ts"
import { DisputesApi } from "./DisputesApi.ts"
import { ExportsApi } from "./ExportsApi.ts"
import { GuardiansApi } from "./GuardiansApi.ts"
import { FeedApi } from "./FeedApi.ts"
import { InsightApi } from "./InsightApi.ts"
import { IssuesApi } from "./IssuesApi.ts"
import { PredictionsApi } from "./PredictionsApi.ts"
import { QuestionsAdminApi } from "./QuestionsAdminApi.ts"
import { QuestionsApi } from "./QuestionsApi.ts"
import { ScoringApi } from "./ScoringApi.ts"
import { SocialApi } from "./SocialApi.ts"
import { SystemApi } from "./SystemApi.ts"
import { WebApi } from "./WebApi.ts"

/** The contract of the core API: every group of operations. Server, client and OpenAPI document derive from it. */
export const CoreApi = apiWithCoreErrors("auspex")
  .add(SystemApi)
  .add(AuthApi)
  .add(MeApi)
  .add(AccountAdministrationApi)
  .add(QuestionsApi)
  .add(QuestionsAdminApi)
  .add(PredictionsApi)
  .add(ConsensusApi)
  .add(ScoringApi)
  .add(DisputesApi)
  .add(IssuesApi)
  .add(GuardiansApi)
  .add(CommentsApi)
  .add(BoardsApi)
  .add(ExportsApi)
  .add(InsightApi)
  .add(BriefsApi)
  .add(SocialApi)
  .add(FeedApi)
  .add(WebApi)
  .annotate(OpenApi.Title, "Auspex")
  .annotate(OpenApi.Version, "2.0.0")
