export { EventOutbox } from "./EventOutbox.ts"
export {
  type PlatformEvent,
  type PlatformEventData,
  PlatformEventName,
  platformEventNames,
  questionOf
} from "./PlatformEvent.ts"
