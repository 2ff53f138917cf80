import { Schema } from "effect"

/** The `data` of each event of a research project, as delivered to webhooks. */
export interface ProjectEventData {
  readonly "project.created": { readonly project_id: string; readonly kind: string; readonly title: string }
  /** `packet_id` and `version` are those of the published decision packet. */
  readonly "project.completed": {
    readonly project_id: string
    readonly status: string
    readonly packet_id: string
    readonly version: number
  }
  readonly "decision_packet.published": {
    readonly project_id: string
    readonly packet_id: string
    readonly version: number
    readonly headline: string
  }
}

/** The names of all events of projects, in the order in which they are listed. */
export const projectEventNames = [
  "project.created",
  "project.completed",
  "decision_packet.published"
] as const satisfies ReadonlyArray<keyof ProjectEventData>

/** The name of an event of a project. */
export const ProjectEventName = Schema.Literal(...projectEventNames)
export type ProjectEventName = typeof ProjectEventName.Type

/** An event of a project. It reaches the webhooks of its workspace and nobody else. */
export type ProjectEvent = {
  readonly [Name in keyof ProjectEventData]: {
    readonly event: Name
    readonly workspace_id: string
    readonly data: ProjectEventData[Name]
  }
}[keyof ProjectEventData]
