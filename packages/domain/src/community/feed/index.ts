export {
  type FeedEvent,
  feedEvents,
  FeedItem,
  type FeedRow,
  type FeedSource,
  feedSourceOf,
  feedSources,
  FeedType,
  feedTypeOf,
  outcomeText
} from "./FeedItem.ts"
export { type FeedPage, feedQuestionsMax, type FeedRequest, FeedStore } from "./FeedStore.ts"
export { Feeds, type NamedFeedRequest } from "./Feeds.ts"
export { type PublicFeedRow, PublicFeedStore } from "./PublicFeedStore.ts"
export { type PublicFeed, PublicFeeds } from "./PublicFeeds.ts"
export { ReferralShare, ReferralShareStatus, shareChecksPerDay, type ShareVerdict } from "./ReferralShare.ts"
export { ReferralShareStore } from "./ReferralShareStore.ts"
export { ReferralShares } from "./ReferralShares.ts"
export { ResolutionNoticeStore, type PendingResolutionNotice } from "./ResolutionNoticeStore.ts"
export { resolutionNotice, ResolutionNotices } from "./ResolutionNotices.ts"
export type {} from "../../forecasting/predictions/predictionErrors.ts"
