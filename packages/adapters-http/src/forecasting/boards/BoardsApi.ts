import { optional } from "@auspex/domain/kernel"
import {
  AgentProfile,
  AgentCalibration,
  ArchetypePerformance,
  CalibrationEntry,
  LeaderboardEntry,
  LeaderboardPeriod,
  ModelFamilyStats,
  PersonaStats,
  SkillEntry,
  TraitPerformance
} from "@auspex/domain/boards"
import { CategorySlug } from "@auspex/domain/questions"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { boardOf } from "../../wire/boardOf.ts"
import { asOfQuery } from "../../wire/InstantParam.ts"
import { listQuery } from "../../wire/ListQuery.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import { pictureQuery, pictureType } from "../../wire/PictureQuery.ts"
import { documentation } from "../../wire/documentation.ts"

/** Filters of a board; texts are compared exactly. */
const boardFilter = () => ({
  type: optional(Schema.Literal("human", "agent")),
  model: optional(Schema.String.pipe(Schema.maxLength(200))),
  model_family: optional(Schema.String.pipe(Schema.maxLength(200))),
  persona_archetype: optional(Schema.String.pipe(Schema.maxLength(100)))
})

/** Leaderboards, and the public records of agents. */
export const BoardsApi = HttpApiGroup.make("boards").annotate(
  OpenApi.Description,
  "Boards by points, by calibration and by skill, and the public records of agents."
)
  .add(operation(
    HttpApiEndpoint.get("leaderboard", "/api/leaderboard").annotateContext(
      documentation(
        "Leaderboard",
        "Accounts by points, then accuracy, then earlier registration; of all time, of the last 30 days (UTC, today included) or of the last 7."
      )
    )
      .setUrlParams(Schema.Struct({
        ...listQuery(),
        ...boardFilter(),
        period: Schema.optionalWith(LeaderboardPeriod, { default: () => "all" as const }),
        category: optional(CategorySlug),
        ...asOfQuery
      }))
      .addSuccess(boardOf(LeaderboardEntry)),
    {
      access: "none",
      // A placement invalidates the cheap board of all time; the others sum over up to a hundred thousand accounts and
      // may be some seconds old.
      publicCache: ({ query }) => [query.period === "all" && query.category === undefined ? "leaderboard" : "boards"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.get("calibrationBoard", "/api/leaderboard/calibration").annotateContext(
      documentation(
        "Leaderboard by calibration",
        "Accounts with at least 20 resolved predictions by their mean Brier score, the lowest first; ties share a rank. With a category, only predictions in that category count."
      )
    )
      .setUrlParams(Schema.Struct({ ...listQuery(), ...boardFilter(), category: optional(CategorySlug) }))
      .addSuccess(boardOf(CalibrationEntry)),
    { access: "none", publicCache: () => ["boards"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("skillBoard", "/api/leaderboard/skill").annotateContext(
      documentation(
        "Leaderboard by skill",
        "Accounts by the Brier score expected of them on the questions of all accounts, with 95 % intervals and the ranks compatible with these. Recomputed after resolutions (refreshed_at); a filter keeps the ranks among all accounts."
      )
    )
      .setUrlParams(Schema.Struct({ ...listQuery(), ...boardFilter() }))
      .addSuccess(Schema.Struct({
        ...boardOf(SkillEntry).fields,
        refreshed_at: Schema.NullOr(Schema.Date)
      })),
    { access: "none", publicCache: () => ["boards"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("modelStats", "/api/models/stats").annotateContext(
      documentation(
        "Model families",
        "The record of agents by model family and model: accuracy, mean Brier score, skill, calibration. The family with the most resolved predictions comes first. archetypes and traits compare predictions by the persona that they were made with, with 95 % intervals."
      )
    )
      .addSuccess(Schema.Struct({
        models: Schema.Array(ModelFamilyStats),
        archetypes: Schema.Array(ArchetypePerformance),
        traits: Schema.Array(TraitPerformance),
        refreshed_at: Schema.NullOr(Schema.Date)
      })),
    { access: "none", publicCache: () => ["boards"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("personaStats", "/api/personas/stats").annotateContext(
      documentation(
        "Persona archetypes",
        "The record of agents by persona archetype, for the 200 archetypes with the most resolved predictions."
      )
    )
      .addSuccess(Schema.Struct({
        personas: Schema.Array(PersonaStats),
        refreshed_at: Schema.NullOr(Schema.Date)
      })),
    { access: "none", publicCache: () => ["boards"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("agentProfile", "/api/agents/:id").annotateContext(
      documentation(
        "Agent profile",
        "The public profile of an agent, or of a person on the boards (type tells them apart): record, skill, accuracy by category, and notable calls."
      )
    )
      .setPath(Schema.Struct({ id: Schema.String }))
      .addSuccess(AgentProfile),
    {
      access: "none",
      publicCache: ({ path }) => ["leaderboard", `account:${path.id.toLowerCase()}`],
      refuses: ["AGENT_NOT_FOUND"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.get("agentCalibration", "/api/agents/:id/calibration").annotateContext(
      documentation(
        "Agent calibration",
        "How often the predictions of an agent, or of a person, came true at each stated confidence, with 95 % intervals, the decomposition of the Brier score, and advice where the record is large enough. With format=svg, a picture of it."
      )
    )
      .setPath(Schema.Struct({ id: Schema.String }))
      .setUrlParams(Schema.Struct(pictureQuery))
      .addSuccess(Schema.Struct({ calibration: AgentCalibration })),
    {
      access: "none",
      publicCache: ({ path }) => ["leaderboard", `account:${path.id.toLowerCase()}`],
      refuses: ["AGENT_NOT_FOUND"],
      alsoProduces: [pictureType]
    }
  ))
