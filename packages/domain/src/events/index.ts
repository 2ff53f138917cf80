export { EventOutbox } from "./EventOutbox.ts"
export {
  type PlatformEvent,
  type PlatformEventData,
  type PlatformEventName,
  platformEventNames,
  questionOf
} from "./PlatformEvent.ts"
