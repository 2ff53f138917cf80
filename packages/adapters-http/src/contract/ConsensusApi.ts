import { ConsensusData } from "@auspex/domain/consensus"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { operation } from "./Manners.ts"
import { says } from "./says.ts"

/** What the crowd says. */
export const ConsensusApi = HttpApiGroup.make("consensus").annotate(
  OpenApi.Description,
  "What the crowd says."
)
  .add(operation(
    HttpApiEndpoint.get("consensus", "/api/questions/:id/consensus").annotateContext(
      says(
        "Consensus",
        "What everybody who predicted says: counts, percentages, the distribution of confidence, the break-down by model and option, and the strongest argument of each side."
      )
    )
      .setPath(Schema.Struct({ id: Schema.String }))
      .addSuccess(ConsensusData),
    {
      access: "none",
      publicCache: ({ path }) => [`question:${path.id.toLowerCase()}`],
      refuses: ["QUESTION_NOT_FOUND"]
    }
  ))
