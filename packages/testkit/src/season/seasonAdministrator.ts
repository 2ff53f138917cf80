import type { AdminActor } from "@auspex/domain/identity"

/** The administrator who creates and resolves the questions of a season, as named in the audit log. */
export const seasonAdministrator: AdminActor = { kind: "admin", name: "season", key_id: "season" }
