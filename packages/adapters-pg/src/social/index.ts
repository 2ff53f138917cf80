export * from "./FollowStorePg.ts"
export * from "./NotificationStorePg.ts"
