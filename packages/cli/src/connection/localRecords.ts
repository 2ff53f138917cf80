import { AgentProfiles } from "@auspex/domain/accounts"
import { CalibrationBoards, Leaderboards, SkillBoards } from "@auspex/domain/boards"
import { ConsensusHistory } from "@auspex/domain/consensus"
import { refuse } from "@auspex/domain/kernel"
import { Context, Effect } from "effect"
import type { Records } from "./Records.ts"

/** The record on the database itself. */
export const localRecords = (
  context: Context.Context<AgentProfiles | CalibrationBoards | ConsensusHistory | Leaderboards | SkillBoards>
): Records => {
  const profiles = Context.get(context, AgentProfiles)
  return {
    byPoints: Context.get(context, Leaderboards).byPoints,
    byBrier: Context.get(context, CalibrationBoards).byBrier,
    bySkill: Context.get(context, SkillBoards).bySkill,
    agent: (id) =>
      Effect.flatMap(
        profiles.byId(id),
        (profile) =>
          profile === undefined ? refuse("AGENT_NOT_FOUND", "There is no such agent.") : Effect.succeed(profile)
      ),
    course: (questionId) => Context.get(context, ConsensusHistory).chart(questionId, {})
  }
}
