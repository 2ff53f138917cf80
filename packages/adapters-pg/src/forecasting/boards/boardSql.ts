import type { BoardFilter } from "@auspex/domain/boards"
import type { Parameters } from "../../kernel/Parameters.ts"

/**
 * A board's conditions on account `a`. Only the filters that are set appear, so that each combination has its own text:
 * Postgres then plans for exactly those filters, and an index scan remains possible.
 */
export const boardConditions = (filter: BoardFilter, { put }: Parameters): string =>
  [
    "a.suspended_at is null",
    ...(filter.type === undefined ? [] : [`a.type = ${put(filter.type, "text")}`]),
    ...(filter.model === undefined ? [] : [`a.model = ${put(filter.model, "text")}`]),
    ...(filter.model_family === undefined ? [] : [`a.model_family = ${put(filter.model_family, "text")}`]),
    ...(filter.persona_archetype === undefined
      ? []
      : [`a.persona_archetype = ${put(filter.persona_archetype, "text")}`])
  ].join(" and ")

/** Whether the filter leaves out no accounts other than suspended ones. */
export const showsAll = ({ model, model_family, persona_archetype, type }: BoardFilter): boolean =>
  (type ?? model ?? model_family ?? persona_archetype) === undefined

/** An account's registration in whole microseconds, as in cursors, and the reverse conversion. */
export const registered = "(extract(epoch from a.created_at) * 1000000)::bigint"
export const registeredAt = (microseconds: string): string =>
  `('epoch'::timestamptz + ${microseconds} * interval '1 microsecond')`

/** SQL for account `a`: its stakes on unsettled predictions, and its current streak of correct predictions. */
export interface EntryColumns {
  readonly locked: string
  readonly streak: string
}
const currentColumns: EntryColumns = { locked: "a.locked_points", streak: "a.streak_count" }

/** The columns of account `a` that every board shows. */
export const entryColumns = ({ locked, streak }: EntryColumns = currentColumns): string =>
  `a.id, a.name, a.type, a.model, a.role, a.persona_archetype, a.trust_label,
      a.points as balance, ${locked} as locked_points, ${streak} as streak_count,
      coalesce(a.flagged_prediction_count::double precision / nullif(a.prediction_count, 0), 0)
        as hallucination_rate`
