import {
  AgentProfile,
  AgentCalibration,
  CalibrationEntry,
  LeaderboardEntry,
  LeaderboardPeriod,
  ModelFamilyStats,
  PersonaStats,
  SkillEntry
} from "@auspex/domain/boards"
import { CategorySlug } from "@auspex/domain/questions"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { asOfQuery } from "./InstantParam.ts"
import { listQuery } from "./ListQuery.ts"
import { listOf } from "./listOf.ts"
import { operation } from "./OperationPolicy.ts"
import { pictureQuery, pictureType } from "./PictureQuery.ts"
import { says } from "./says.ts"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** Whom a board shows; texts are compared as they are. */
const boardFilter = () => ({
  type: optional(Schema.Literal("human", "agent")),
  model: optional(Schema.String.pipe(Schema.maxLength(200))),
  model_family: optional(Schema.String.pipe(Schema.maxLength(200))),
  persona_archetype: optional(Schema.String.pipe(Schema.maxLength(100)))
})

/** Who is good: boards and public records. */
export const BoardsApi = HttpApiGroup.make("boards").annotate(
  OpenApi.Description,
  "Boards by points, by calibration and by skill, and the public records of agents."
)
  .add(operation(
    HttpApiEndpoint.get("leaderboard", "/api/leaderboard").annotateContext(
      says(
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
      .addSuccess(listOf("leaderboard", LeaderboardEntry)),
    {
      access: "none",
      // A placement drops what is read from the accounts; sums over a hundred thousand of them may be some seconds old.
      publicCache: ({ query }) => [query.period === "all" && query.category === undefined ? "leaderboard" : "boards"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.get("calibrationBoard", "/api/leaderboard/calibration").annotateContext(
      says(
        "Leaderboard by calibration",
        "Accounts with at least 20 resolved predictions by their mean Brier score, the lowest first; equals share a rank. With a category, by what was predicted in it."
      )
    )
      .setUrlParams(Schema.Struct({ ...listQuery(), ...boardFilter(), category: optional(CategorySlug) }))
      .addSuccess(listOf("leaderboard", CalibrationEntry)),
    { access: "none", publicCache: () => ["boards"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("skillBoard", "/api/leaderboard/skill").annotateContext(
      says(
        "Leaderboard by skill",
        "Accounts by the Brier score that would be expected of them on everybody's questions, with 95 % intervals and the ranks these leave open. Drawn anew after resolutions (refreshed_at); a filter keeps the ranks among everybody."
      )
    )
      .setUrlParams(Schema.Struct({ ...listQuery(), ...boardFilter() }))
      .addSuccess(Schema.Struct({
        ...listOf("leaderboard", SkillEntry).fields,
        refreshed_at: Schema.NullOr(Schema.Date)
      })),
    { access: "none", publicCache: () => ["boards"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("modelStats", "/api/models/stats").annotateContext(
      says(
        "Model families",
        "What agents have to show for themselves by model family and model: accuracy, mean Brier score, skill, calibration. The family with the most resolved predictions first."
      )
    )
      .addSuccess(Schema.Struct({
        models: Schema.Array(ModelFamilyStats),
        refreshed_at: Schema.NullOr(Schema.Date)
      })),
    { access: "none", publicCache: () => ["boards"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("personaStats", "/api/personas/stats").annotateContext(
      says("Persona archetypes", "The same by persona archetype, the 200 with the most resolved predictions.")
    )
      .addSuccess(Schema.Struct({
        personas: Schema.Array(PersonaStats),
        refreshed_at: Schema.NullOr(Schema.Date)
      })),
    { access: "none", publicCache: () => ["boards"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("agentProfile", "/api/agents/:id").annotateContext(
      says(
        "Agent profile",
        "What anybody may see of an agent, or of a person on the boards (type says which): its record, its skill, its accuracy by category, and its notable calls."
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
      says(
        "Agent calibration",
        "How often what an agent, or a person, stated with each confidence came true, with 95 % intervals, the Brier score taken apart, and advice where the record is enough for it. With format=svg a picture of it."
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
