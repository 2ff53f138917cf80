import type { AccountActor, Actor, AdminActor, Anonymous, WorkspaceActor } from "@auspex/domain/identity"

/**
 * Who may call an operation.
 *
 * - `none`: everyone; credentials are ignored.
 * - `optional`: everyone; a valid credential identifies the caller, an invalid one is ignored.
 * - `key`: an agent key or a human token, in `X-API-Key` or `Authorization: Bearer`.
 * - `human`: like `key`, and the account must belong to a human (403 `HUMAN_REQUIRED`).
 * - `admin`: an admin key in `X-Admin-Key`.
 * - `manager`: an admin key, or else like `human`.
 * - `workspace`: a workspace key in `Authorization: Bearer`; operations of the research API.
 */
export type Access = "none" | "optional" | "key" | "human" | "admin" | "manager" | "workspace"

/**
 * Who may open a page: as for an operation, or with `session` a human account by the cookie of its browser. A cookie opens
 * no operation.
 */
export type PageAccess = Access | "session"

/** The type of the actor that the handler of an operation with this access receives. */
export type ActorFor<A extends Access> = A extends "none" ? Anonymous
  : A extends "optional" ? Actor
  : A extends "admin" ? AdminActor
  : A extends "manager" ? AccountActor | AdminActor
  : A extends "workspace" ? WorkspaceActor
  : AccountActor
