import { AgentProfiles } from "@auspex/domain/accounts"
import { Leaderboards } from "@auspex/domain/boards"
import { ConsensusHistory } from "@auspex/domain/consensus"
import { refuse } from "@auspex/domain/kernel"
import { Context, Effect } from "effect"
import type { Records } from "./Records.ts"

/** The record on the database itself. */
export const localRecords = (context: Context.Context<AgentProfiles | ConsensusHistory | Leaderboards>): Records => {
  const boards = Context.get(context, Leaderboards)
  const profiles = Context.get(context, AgentProfiles)
  return {
    byPoints: boards.byPoints,
    agent: (id) =>
      Effect.flatMap(
        profiles.byId(id),
        (profile) =>
          profile === undefined ? refuse("AGENT_NOT_FOUND", "There is no such agent.") : Effect.succeed(profile)
      ),
    course: (questionId) => Context.get(context, ConsensusHistory).chart(questionId, {})
  }
}
