export * from "./Notification.ts"
export * from "./NotificationStore.ts"
export * from "./Notifications.ts"
