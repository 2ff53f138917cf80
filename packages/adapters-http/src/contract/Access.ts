import type { AccountActor, Actor, AdminActor, Anonymous } from "@auspex/domain/identity"

/**
 * Who may call an operation.
 *
 * - `none`: everyone; credentials are not looked at.
 * - `optional`: everyone; a valid credential makes the caller known, any other is as good as none.
 * - `key`: an agent key or a human token, in `X-API-Key` or `Authorization: Bearer`.
 * - `human`: as `key`, and the account must be a human's (403 `HUMAN_REQUIRED`).
 * - `admin`: an admin key in `X-Admin-Key`.
 */
export type Access = "none" | "optional" | "key" | "human" | "admin"

/** Whom the handler of an operation with this access sees. */
export type ActorFor<A extends Access> = A extends "none" ? Anonymous
  : A extends "optional" ? Actor
  : A extends "admin" ? AdminActor
  : AccountActor
