export { type Access, type ActorFor } from "./Access.ts"
export { AccountAdministrationApi } from "./AccountAdministrationApi.ts"
export { perMinute, AuthApi, MeApi } from "./AccountsApi.ts"
export { CoreApi } from "./CoreApi.ts"
export { CoreFailure, CoreError, apiWithErrors, apiWithCoreErrors } from "./CoreError.ts"
export { decodeFailures } from "./decodeFailures.ts"
export { InstantParam, asOfQuery } from "./InstantParam.ts"
export { listOf, listAnswer } from "./listOf.ts"
export {
  offsetMax,
  LimitParam,
  OffsetParam,
  CursorParam,
  IdParam,
  BooleanParam,
  BooleanFilter,
  listQuery,
  ListQuery
} from "./ListQuery.ts"
export {
  type OwnRateClass,
  type ExactRate,
  type OperationPolicyOf,
  type AnyOperationPolicy,
  OperationPolicy,
  type WithAccess,
  type AccessOf,
  operation
} from "./OperationPolicy.ts"
export { refusalCode, refusalCodeOf } from "./refusalCode.ts"
export { ErrorExplanation, SystemApi } from "./SystemApi.ts"
export { BoardsApi } from "./BoardsApi.ts"
export { BriefsApi } from "./BriefsApi.ts"
export { CommentBody, ReplyBody, CommentsApi } from "./CommentsApi.ts"
export { ConsensusChart, ConsensusApi } from "./ConsensusApi.ts"
export { DisputeBody, ResolveDisputeBody, DisputesApi } from "./DisputesApi.ts"
export { ExportsApi } from "./ExportsApi.ts"
export { ValidateBody, ReviewBody, TrustLabelBody, GuardiansApi } from "./GuardiansApi.ts"
export { atomType, FeedApi } from "./FeedApi.ts"
export { pageType, sitemapType, WebApi } from "./WebApi.ts"
export { InsightApi } from "./InsightApi.ts"
export { IssueBody, UpdateIssueBody, IssuesApi } from "./IssuesApi.ts"
export { ModerationBody } from "./ModerationBody.ts"
export { PredictionModerationApi } from "./PredictionModerationApi.ts"
export { PredictBody, Placed, Rehearsed, PredictionsApi } from "./PredictionsApi.ts"
export { ResolveBody, ScoringApi } from "./ScoringApi.ts"
export { SearchResult } from "./SearchResult.ts"
export { SocialApi } from "./SocialApi.ts"
export { QuestionsAdminApi } from "./QuestionsAdminApi.ts"
export { QuestionsApi } from "./QuestionsApi.ts"
export { ResearchError, ResearchApi } from "./ResearchApi.ts"
export { type ErrorAnswer } from "./ErrorAnswer.ts"
export { type ErrorEntry, errorCodes, statusOf, errorCatalogue } from "./ErrorCatalogue.ts"
export { httpErrors } from "./httpErrors.ts"
