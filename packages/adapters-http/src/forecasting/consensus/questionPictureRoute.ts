import { ConsensusHistory } from "@auspex/domain/history"
import { Effect } from "effect"
import { replyRaw } from "../../engine/Reply.ts"
import type { PlainRoute } from "../../engine/Route.ts"
import { chartColours } from "../../kit/ChartTheme.ts"
import { framedPicture } from "../../kit/sharedPicture.ts"
import { pngOf } from "../../pages/pngOf.ts"
import { consensusChart } from "./ConsensusChart.ts"

const pngType = "image/png"

/** The width at which the chart's text can be read in the small pictures beside links. */
const chartWidth = 760

const pathOf = ({ path }: { readonly path: unknown }): { readonly id: string } => path as { readonly id: string }

const sizeOf = (svg: string) => {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []
  return { width: Number(width), height: Number(height) }
}

/** The chart of a question's consensus as the picture of its page for shared links. */
export const questionPictureRoute: PlainRoute<ConsensusHistory> = {
  method: "GET",
  path: "/questions/:id/picture.png",
  policy: {
    access: "none",
    produces: [pngType],
    publicCache: (
      request: { readonly path: unknown }
    ) => [`question:${pathOf(request).id.toLowerCase()}`, "suspensions"],
    refuses: ["QUESTION_NOT_FOUND"]
  },
  handler: (request) =>
    Effect.gen(function*() {
      const history = yield* ConsensusHistory
      const { question, ...course } = yield* history.chart(pathOf({ path: request.path }).id, {})
      const chart = consensusChart({
        ...course,
        title: question.question,
        question_type: question.question_type,
        ...(question.options === null ? {} : { options: question.options })
      }, { theme: "light", width: chartWidth })
      const png = yield* pngOf(framedPicture(chart, sizeOf(chart), chartColours.light.ground))
      return replyRaw({ contentType: pngType, content: png })
    })
}
