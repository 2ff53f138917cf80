export { type UseCaseEffect } from "./UseCaseEffect.ts"
export { type AuditEntry, type AuditFilter, AuditLog, AuditRecord } from "./AuditLog.ts"
export { Changes, type Topic } from "./Changes.ts"
export { describeInvalidChoice } from "./Choice.ts"
export { counted, grouped } from "./Counted.ts"
export { dataFile } from "./dataFile.ts"
export { DatabaseClock } from "./DatabaseClock.ts"
export { type ErrorCauses, type ErrorCode } from "./ErrorCode.ts"
export { excerpt } from "./Excerpt.ts"
export { type Failure, failure, type Failures } from "./Failure.ts"
export { hiddenInLine, visibleLine } from "./hiddenCharacter.ts"
export { isHttpUri, uriLengthMax } from "./HttpUri.ts"
export {
  idempotencyClaimSeconds,
  type IdempotencyScope,
  IdempotencyStore,
  type IdempotencyVerdict,
  type SavedReply
} from "./IdempotencyStore.ts"
export { Interval, wilsonInterval } from "./Interval.ts"
export { isCalendarDate } from "./isCalendarDate.ts"
export { Leases } from "./Leases.ts"
export {
  Outbound,
  OutboundFailure,
  type OutboundFailureReason,
  type OutboundHeaders,
  outboundReadMax,
  type OutboundRequest,
  type OutboundResponse,
  type OutboundStream,
  type OutboundStreamRequest,
  outboundTimeoutMillis,
  type WebDocument,
  type WebDocumentRequest,
  type WebPage,
  webPageReadMax,
  webPageRedirectsMax,
  type WebPageRequest,
  webPageTimeoutMillis
} from "./Outbound.ts"
export { optional } from "./optional.ts"
export { meanInterval, type MeanFacts } from "./meanInterval.ts"
export { mapPage, type Page, type PageRequest } from "./Page.ts"
export { RateLimiter, type RateRule, type RateVerdict } from "./RateLimiter.ts"
export { agentPath, articlePath, questionPath } from "./pagePaths.ts"
export { percentOf } from "./percentOf.ts"
export { type YesPercent, yesPercent, yesPercentFields } from "./YesPercent.ts"
export { orRefuse, Refusal, refuse } from "./Refusal.ts"
export { StorageUnavailable } from "./StorageUnavailable.ts"
export { judgeText, type TextRule } from "./TextRule.ts"
export { UnitOfWork } from "./UnitOfWork.ts"
export { WriteGate } from "./WriteGate.ts"
export { editDistance, nearest } from "./nearest.ts"
export { kernelErrors } from "./kernelErrors.ts"
export { type WithoutNulls, withoutNulls } from "./withoutNulls.ts"
export { WordList } from "./wordLists.ts"
