import { ConsensusReads } from "@auspex/domain/consensus"
import { Effect } from "effect"
import { ConsensusApi } from "../contract/ConsensusApi.ts"
import { handlersFor } from "./handlersFor.ts"

export const consensusHandlers = handlersFor(ConsensusApi, {
  consensus: ({ path }) => Effect.flatMap(ConsensusReads, (reads) => reads.ofQuestion(path.id))
})
