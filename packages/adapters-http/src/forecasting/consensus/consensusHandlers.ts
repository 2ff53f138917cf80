import { ConsensusReads } from "@auspex/domain/consensus"
import { ConsensusHistory } from "@auspex/domain/history"
import { Effect } from "effect"
import { ConsensusApi } from "./ConsensusApi.ts"
import { consensusChart } from "./ConsensusChart.ts"
import { asOfOr } from "../history/asOf.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { pictureOr } from "../../pages/picture.ts"
import { answerList } from "../../engine/namedAnswer.ts"

/** The consensus on a question, and its history. */
export const consensusHandlers = handlersFor(ConsensusApi, {
  consensus: ({ path, query: { as_of } }) =>
    asOfOr(
      as_of,
      Effect.flatMap(ConsensusReads, (reads) => reads.ofQuestion(path.id)),
      (history, asOf) => history.consensus(path.id, asOf)
    ),
  snapshots: ({ path, query }) =>
    answerList(ConsensusHistory, "snapshots", (history) => history.snapshots(path.id, query, query.as_of)),
  chart: ({ path, query }) =>
    Effect.map(
      Effect.flatMap(ConsensusHistory, (history) => history.chart(path.id, query)),
      ({ from, points, question, to }) =>
        pictureOr(query, () => ({ question_id: question.id, from, to, points }), (options) =>
          consensusChart({
            title: question.question,
            question_type: question.question_type,
            ...(question.options === null ? {} : { options: question.options }),
            from,
            to,
            points
          }, options))
    )
})
