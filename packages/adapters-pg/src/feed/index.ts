export * from "./FeedStorePg.ts"
export * from "./PublicFeedStorePg.ts"
export * from "./ReferralShareStorePg.ts"
export * from "./adoptEvents.ts"
