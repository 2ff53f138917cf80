import { Array as Arr, Either, Schema } from "effect"
import { grouped } from "../../kernel/Counted.ts"
import { type Failure, failure, type Failures } from "../../kernel/Failure.ts"
import { optional } from "../../kernel/optional.ts"
import { ModelFamily } from "../../platform/identity/ModelFamily.ts"
import { TrustLabel } from "../../platform/identity/TrustLabel.ts"
import { assignedAtOnceMax } from "./SurveyMembers.ts"

const isOfAgents = (family: ModelFamily): family is Exclude<ModelFamily, "human"> => family !== "human"

/** The model families of agents: all but `human`, because people are not assigned. */
export const AgentFamily = Schema.Literal(...ModelFamily.literals.filter(isOfAgents))
export type AgentFamily = typeof AgentFamily.Type

/** The maximum of a filter's minimum of resolved predictions. */
export const resolvedMinMax = 1_000_000

/**
 * A filter of agents by their properties. An agent must meet all given criteria; without criteria, every agent matches.
 * Suspended agents never match.
 */
export const AgentFilter = Schema.Struct({
  /** Model families, as on the boards. */
  families: optional(Schema.NonEmptyArray(AgentFamily)),
  /** Trust labels. */
  trust: optional(Schema.NonEmptyArray(TrustLabel)),
  /** The minimum number of resolved predictions. */
  resolved_min: optional(Schema.NonNegativeInt.pipe(Schema.lessThanOrEqualTo(resolvedMinMax)))
}).annotations({ identifier: "AgentFilter", parseOptions: { onExcessProperty: "error" } })
export interface AgentFilter extends Schema.Schema.Type<typeof AgentFilter> {}

/** An agent that a filter selects. */
export const MatchingAgent = Schema.Struct({
  user_id: Schema.String,
  user_name: Schema.String,
  model_family: ModelFamily,
  trust_label: TrustLabel
}).annotations({ identifier: "MatchingAgent" })
export interface MatchingAgent extends Schema.Schema.Type<typeof MatchingAgent> {}

/** A request to assign the agents that a filter selects. */
export interface AssignmentByFilter extends AgentFilter {
  /** The maximum number of agents to assign; the earliest registered come first. */
  readonly limit?: number
  /** Whether to return the matching agents without assigning them. */
  readonly dry_run?: boolean
}

/**
 * The number of matching agents to look up. Without a limit this is `assignedAtOnceMax` + 1, so that `judgeMatches` can
 * notice too many. Fails with `INVALID_REQUEST` without a criterion, or when the limit is not from 1 to
 * `assignedAtOnceMax`.
 *
 * @example judgeFilter({ trust: ["trusted"], limit: 20 }) // right(20)
 * @example Either.isLeft(judgeFilter({ limit: 20 })) // true
 */
export const judgeFilter = (
  { families, limit, resolved_min, trust }: AssignmentByFilter
): Either.Either<number, Failures> => {
  const failures: Array<Failure> = []
  if (families === undefined && trust === undefined && resolved_min === undefined) {
    failures.push(
      failure("INVALID_REQUEST", "The filter needs families, trust or resolved_min.", { field: "families" })
    )
  }
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1 && limit <= assignedAtOnceMax)) {
    failures.push(
      failure("INVALID_REQUEST", `limit must be a whole number from 1 to ${grouped(assignedAtOnceMax)}.`, {
        field: "limit",
        measured: limit,
        limit: assignedAtOnceMax
      })
    )
  }
  return Arr.isNonEmptyReadonlyArray(failures) ? Either.left(failures) : Either.right(limit ?? assignedAtOnceMax + 1)
}

/** Refuses more matching agents than one request may assign, which happens only without a limit. */
export const judgeMatches = <Agent>(
  agents: ReadonlyArray<Agent>
): Either.Either<ReadonlyArray<Agent>, Failure> =>
  agents.length <= assignedAtOnceMax ? Either.right(agents) : Either.left(
    failure(
      "INVALID_REQUEST",
      `The filter selects more than ${grouped(assignedAtOnceMax)} agents; narrow it, or give a limit.`,
      { field: "limit", limit: assignedAtOnceMax }
    )
  )
