export { sweepNotifications } from "./NotificationStorePg.ts"
