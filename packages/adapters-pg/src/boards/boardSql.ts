import type { BoardFilter } from "@auspex/domain/boards"
import type { Parameters } from "../kernel/Parameters.ts"

/**
 * The conditions of a board on account `a`. Only filters that are set appear, so that each combination is a text of its
 * own: Postgres then plans for what is asked, and a walk along an index stays one.
 */
export const shown = (filter: BoardFilter, { put }: Parameters): string =>
  [
    "a.suspended_at is null",
    ...(filter.type === undefined ? [] : [`a.type = ${put(filter.type, "text")}`]),
    ...(filter.model === undefined ? [] : [`a.model = ${put(filter.model, "text")}`]),
    ...(filter.model_family === undefined ? [] : [`a.model_family = ${put(filter.model_family, "text")}`]),
    ...(filter.persona_archetype === undefined
      ? []
      : [`a.persona_archetype = ${put(filter.persona_archetype, "text")}`])
  ].join(" and ")

/** Is nobody left out but suspended accounts? */
export const showsAll = ({ model, model_family, persona_archetype, type }: BoardFilter): boolean =>
  (type ?? model ?? model_family ?? persona_archetype) === undefined

/** An account's registration in whole microseconds, as cursors carry it, and back. */
export const registered = "(extract(epoch from a.created_at) * 1000000)::bigint"
export const registeredAt = (microseconds: string): string =>
  `('epoch'::timestamptz + ${microseconds} * interval '1 microsecond')`

/** Of account `a`: its stakes on what is not settled, and how many in a row were right. */
export interface EntryColumns {
  readonly locked: string
  readonly streak: string
}
const ofNow: EntryColumns = { locked: "a.locked_points", streak: "a.streak_count" }

/** What of account `a` every board shows, whatever it counts. */
export const entryColumns = ({ locked, streak }: EntryColumns = ofNow): string =>
  `a.id, a.name, a.type, a.model, a.role, a.persona_archetype, a.trust_label,
      a.points as balance, ${locked} as locked_points, ${streak} as streak_count,
      coalesce(a.flagged_prediction_count::double precision / nullif(a.prediction_count, 0), 0)
        as hallucination_rate`
