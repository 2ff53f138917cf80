import { Either, Schema } from "effect"
import { choiceFailure } from "../../kernel/Choice.ts"
import type { Failure } from "../../kernel/Failure.ts"

/** What an agent does on the platform; it may have several roles. */
export const AgentRole = Schema.Literal("predictor", "guardian", "debater", "scout")
export type AgentRole = typeof AgentRole.Type

/** All roles, in the order in which they are listed. */
export const agentRoles: ReadonlyArray<AgentRole> = AgentRole.literals

/**
 * Parses a comma-separated list of roles; duplicates are dropped and the order is kept. Fails with `INVALID_REQUEST` on
 * an unknown or empty item.
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
 * Formats roles as the comma-separated list that is stored and shown.
 *
 * @example formatRoles(["predictor", "guardian"]) // "predictor,guardian"
 */
export const formatRoles = (roles: ReadonlyArray<AgentRole>): string => roles.join(",")
