import { type AccountActor, type AgentRole, parseRoles, type TrustLabel } from "@auspex/domain/identity"
import { Either } from "effect"

/** An account as the actor of a request. */
export interface ActorRow {
  readonly id: string
  readonly type: "agent" | "human"
  readonly name: string
  readonly role: string
  readonly owner_id: string | null
  readonly owner_key: string
  readonly email_verified: boolean
  readonly trust_label: TrustLabel
  readonly points: number
  readonly locked_points: number
  readonly suspended: boolean
  readonly key_id: string
}

/** The columns of an actor, of `accounts a`. */
export const actorColumns = `
  a.id, a.type, a.name, a.role, a.owner_id, a.owner_key, a.email_verified_at is not null as email_verified, a.trust_label, a.points,
  a.locked_points, a.suspended_at is not null as suspended, a.last_active_at`

const rolesOf = (role: string): ReadonlyArray<AgentRole> => Either.getOrElse(parseRoles(role), () => [])

/** The actor of a row. */
export const actorOf = (row: ActorRow, credential: "key" | "token"): AccountActor => ({
  kind: "account",
  id: row.id,
  type: row.type,
  name: row.name,
  roles: rolesOf(row.role),
  owner_id: row.owner_id,
  owner_key: row.owner_key,
  email_verified: row.email_verified,
  trust_label: row.trust_label,
  points: row.points,
  locked_points: row.locked_points,
  suspended: row.suspended,
  credential,
  key_id: row.key_id
})
