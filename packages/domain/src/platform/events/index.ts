export { EventOutbox } from "./EventOutbox.ts"
export { type OutboxEvent, type OutboxEventData, OutboxEventName } from "./OutboxEvent.ts"
export {
  type PlatformEvent,
  type PlatformEventData,
  PlatformEventName,
  platformEventNames,
  questionOf
} from "./PlatformEvent.ts"
export { type ProjectEvent, type ProjectEventData, ProjectEventName, projectEventNames } from "./ProjectEvent.ts"
