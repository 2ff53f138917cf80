import {
  AgentProfiles,
  agentCalibration,
  CalibrationBoards,
  GroupBoards,
  Leaderboards,
  SkillBoards
} from "@auspex/domain/boards"
import { ConsensusHistory } from "@auspex/domain/history"
import { refuse, type StorageUnavailable } from "@auspex/domain/kernel"
import { Context, Effect } from "effect"
import type { Asked } from "./Asked.ts"
import type { Records } from "./Records.ts"

const found = <A>(read: Effect.Effect<A | undefined, StorageUnavailable>): Asked<A> =>
  Effect.flatMap(
    read,
    (value) => value === undefined ? refuse("AGENT_NOT_FOUND", "There is no such agent.") : Effect.succeed(value)
  )

/** The record on the database itself. */
export const localRecords = (
  context: Context.Context<
    AgentProfiles | CalibrationBoards | ConsensusHistory | GroupBoards | Leaderboards | SkillBoards
  >
): Records => {
  const profiles = Context.get(context, AgentProfiles)
  return {
    byPoints: Context.get(context, Leaderboards).byPoints,
    byBrier: Context.get(context, CalibrationBoards).byBrier,
    bySkill: Context.get(context, SkillBoards).bySkill,
    models: Context.get(context, GroupBoards).models,
    personas: Context.get(context, GroupBoards).personas,
    agent: (id) => found(profiles.byId(id)),
    calibration: (id) => Effect.map(found(profiles.calibration(id)), agentCalibration),
    course: (questionId) => Context.get(context, ConsensusHistory).chart(questionId, {})
  }
}
