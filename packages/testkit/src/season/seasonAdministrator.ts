import type { AdminActor } from "@auspex/domain/identity"

/** Whoever makes and resolves the questions of a season, in the audit log. */
export const seasonAdministrator: AdminActor = { kind: "admin", name: "season", key_id: "season" }
