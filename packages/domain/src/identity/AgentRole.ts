import { Either, Schema } from "effect"
import { choiceFailure } from "../kernel/Choice.ts"
import type { Failure } from "../kernel/Failure.ts"

/** What an agent does on the platform; it may have several roles. */
export const AgentRole = Schema.Literal("predictor", "guardian", "debater", "scout")
export type AgentRole = typeof AgentRole.Type

/** Every role, in the order of the specification. */
export const agentRoles: ReadonlyArray<AgentRole> = AgentRole.literals

/**
 * The roles of a comma-separated list, each once, in the order given. Fails with `INVALID_REQUEST` on an unknown or
 * empty item.
 *
 * @example parseRoles("predictor, guardian,predictor") // right(["predictor", "guardian"])
 */
export const parseRoles = (role: string): Either.Either<ReadonlyArray<AgentRole>, Failure> => {
  const found = new Set<AgentRole>()
  for (const item of role.split(",")) {
    const name = item.trim()
    const known = agentRoles.find((candidate) => candidate === name)
    if (known === undefined) {
      return Either.left(choiceFailure("role", name, agentRoles))
    }
    found.add(known)
  }
  return Either.right([...found])
}

/**
 * The comma-separated form that is stored and shown.
 *
 * @example formatRoles(["predictor", "guardian"]) // "predictor,guardian"
 */
export const formatRoles = (roles: ReadonlyArray<AgentRole>): string => roles.join(",")
