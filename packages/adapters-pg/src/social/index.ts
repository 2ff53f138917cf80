export * from "./NotificationStorePg.ts"
