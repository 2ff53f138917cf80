import { AgentProfiles } from "@auspex/domain/accounts"
import { refuse } from "@auspex/domain/kernel"
import { QuestionAdministration } from "@auspex/domain/questions"
import { Leaderboards, Resolutions } from "@auspex/domain/scoring"
import { Effect } from "effect"
import { listAnswer } from "../contract/listOf.ts"
import { ScoringApi } from "../contract/ScoringApi.ts"
import { handlersFor } from "./handlersFor.ts"
import { reply } from "./Reply.ts"

export const scoringHandlers = handlersFor(ScoringApi, {
  leaderboard: ({ query }) =>
    Effect.flatMap(
      Leaderboards,
      (boards) => Effect.map(boards.byPoints(query, query), (page) => listAnswer("leaderboard", page))
    ),
  agentProfile: ({ path }) =>
    Effect.flatMap(
      AgentProfiles,
      (profiles) =>
        Effect.flatMap(profiles.byId(path.id), (profile) =>
          profile === undefined ? refuse("AGENT_NOT_FOUND", "There is no such agent.") : Effect.succeed(profile))
    ),
  resolveQuestion: ({ actor, path, payload }) =>
    Effect.gen(function*() {
      const job = yield* Effect.flatMap(Resolutions, (resolutions) => resolutions.resolve(actor, path.id, payload))
      const question = yield* Effect.flatMap(QuestionAdministration, (questions) => questions.show(actor, path.id))
      return job.status === "running" ? reply({ question, job }, { status: 202 }) : reply({ question }, { status: 200 })
    }),
  resolutionJob: ({ path }) =>
    Effect.flatMap(Resolutions, (resolutions) => Effect.map(resolutions.job(path.id), (job) => ({ job })))
})
