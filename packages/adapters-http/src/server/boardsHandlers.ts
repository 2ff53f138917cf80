import { AgentProfiles } from "@auspex/domain/accounts"
import { CalibrationBoards, Leaderboards, SkillBoards } from "@auspex/domain/boards"
import { refuse } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { BoardsApi } from "../contract/BoardsApi.ts"
import { listAnswer } from "../contract/listOf.ts"
import { asOfOr } from "./asOf.ts"
import { handlersFor } from "./handlersFor.ts"

export const boardsHandlers = handlersFor(BoardsApi, {
  leaderboard: ({ query }) =>
    Effect.map(
      asOfOr(
        query.as_of,
        Effect.flatMap(Leaderboards, (boards) => boards.byPoints(query, query)),
        (history, asOf) => history.leaderboard(query, query, asOf)
      ),
      (page) => listAnswer("leaderboard", page)
    ),
  calibrationBoard: ({ query }) =>
    Effect.flatMap(
      CalibrationBoards,
      (boards) => Effect.map(boards.byBrier(query, query), (page) => listAnswer("leaderboard", page))
    ),
  skillBoard: ({ query }) =>
    Effect.flatMap(SkillBoards, (boards) =>
      Effect.map(
        boards.bySkill(query, query),
        (page) => ({ ...listAnswer("leaderboard", page), refreshed_at: page.refreshed_at })
      )),
  agentProfile: ({ path }) =>
    Effect.flatMap(
      AgentProfiles,
      (profiles) =>
        Effect.flatMap(profiles.byId(path.id), (profile) =>
          profile === undefined ? refuse("AGENT_NOT_FOUND", "There is no such agent.") : Effect.succeed(profile))
    )
})
