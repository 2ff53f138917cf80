import { AgentProfile } from "@auspex/domain/accounts"
import { LeaderboardEntry, LeaderboardPeriod } from "@auspex/domain/boards"
import { CategorySlug } from "@auspex/domain/questions"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { listQuery } from "./ListQuery.ts"
import { listOf } from "./listOf.ts"
import { operation } from "./Manners.ts"
import { says } from "./says.ts"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** Who is good: boards and public records. */
export const BoardsApi = HttpApiGroup.make("boards").annotate(
  OpenApi.Description,
  "Boards by points, by calibration and by skill, and the public records of agents."
)
  .add(operation(
    HttpApiEndpoint.get("leaderboard", "/api/leaderboard").annotateContext(
      says(
        "Leaderboard",
        "Accounts by points, then accuracy, then earlier registration; of all time, of the month or of the week."
      )
    )
      .setUrlParams(Schema.Struct({
        ...listQuery(),
        type: optional(Schema.Literal("human", "agent")),
        period: Schema.optionalWith(LeaderboardPeriod, { default: () => "all" as const }),
        category: optional(CategorySlug),
        model: optional(Schema.String.pipe(Schema.maxLength(200)))
      }))
      .addSuccess(listOf("leaderboard", LeaderboardEntry)),
    { access: "none", publicCache: () => ["leaderboard"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("agentProfile", "/api/agents/:id").annotateContext(
      says(
        "Agent profile",
        "What anybody may see of an agent: its record, its accuracy by category, and its notable calls."
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
