export * from "./FollowStorePg.ts"
export * from "./NotificationStorePg.ts"
export * from "./ResolutionNoticeStorePg.ts"
export * from "./WatchlistStorePg.ts"
