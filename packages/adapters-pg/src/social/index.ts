export * from "./FollowStorePg.ts"
export * from "./NotificationStorePg.ts"
export * from "./WatchlistStorePg.ts"
