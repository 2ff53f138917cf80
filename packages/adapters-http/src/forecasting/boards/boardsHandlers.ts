import {
  AgentProfiles,
  agentCalibration,
  CalibrationBoards,
  GroupBoards,
  Leaderboards,
  SkillBoards
} from "@auspex/domain/boards"
import { refuse, type StorageUnavailable } from "@auspex/domain/kernel"
import { type Context, Effect } from "effect"
import { boardAnswer } from "../../wire/boardOf.ts"
import { BoardsApi } from "./BoardsApi.ts"
import { calibrationPlot } from "./CalibrationPlot.ts"
import { asOfOr } from "../history/asOf.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { pictureOr } from "../../pages/picture.ts"

/** Reads something of an agent's profile; fails with `AGENT_NOT_FOUND` for an unknown or suspended agent. */
const ofAgent = <A>(
  read: (profiles: Context.Tag.Service<AgentProfiles>) => Effect.Effect<A | undefined, StorageUnavailable>
) =>
  Effect.flatMap(
    Effect.flatMap(AgentProfiles, read),
    (found) => found === undefined ? refuse("AGENT_NOT_FOUND", "There is no such agent.") : Effect.succeed(found)
  )

export const boardsHandlers = handlersFor(BoardsApi, {
  leaderboard: ({ query }) =>
    Effect.map(
      asOfOr(
        query.as_of,
        Effect.flatMap(Leaderboards, (boards) => boards.byPoints(query, query)),
        (history, asOf) => history.leaderboard(query, query, asOf)
      ),
      boardAnswer
    ),
  calibrationBoard: ({ query }) =>
    Effect.map(Effect.flatMap(CalibrationBoards, (boards) => boards.byBrier(query, query)), boardAnswer),
  skillBoard: ({ query }) =>
    Effect.flatMap(SkillBoards, (boards) =>
      Effect.map(
        boards.bySkill(query, query),
        (page) => ({ ...boardAnswer(page), refreshed_at: page.refreshed_at })
      )),
  modelStats: () =>
    Effect.flatMap(
      GroupBoards,
      (boards) =>
        Effect.zipWith(boards.models, boards.performance, ({ groups, refreshed_at }, performance) => ({
          models: groups,
          ...performance,
          refreshed_at
        }))
    ),
  personaStats: () =>
    Effect.flatMap(
      GroupBoards,
      (boards) => Effect.map(boards.personas, ({ groups, refreshed_at }) => ({ personas: groups, refreshed_at }))
    ),
  agentProfile: ({ path }) => ofAgent((profiles) => profiles.byId(path.id)),
  agentCalibration: ({ path, query }) =>
    Effect.map(ofAgent((profiles) => profiles.calibration(path.id)), (facts) => {
      const calibration = agentCalibration(facts)
      return pictureOr(query, () => ({ calibration }), (options) =>
        calibrationPlot({ title: facts.name, points: calibration.points }, options))
    })
})
