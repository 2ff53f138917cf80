import { Schema } from "effect"
import { type PlatformEvent, type PlatformEventData, platformEventNames } from "./PlatformEvent.ts"
import { type ProjectEvent, type ProjectEventData, projectEventNames } from "./ProjectEvent.ts"

/** Any event: one of the platform, for its accounts, or one of a project, for its workspace. */
export type OutboxEvent = PlatformEvent | ProjectEvent

/** The `data` of any event. */
export type OutboxEventData = PlatformEventData & ProjectEventData

/** The name of any event. */
export const OutboxEventName = Schema.Literal(...platformEventNames, ...projectEventNames)
export type OutboxEventName = typeof OutboxEventName.Type
