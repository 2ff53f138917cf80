import { findProfanity } from "@auspex/adapters-http/outbound"
import { sentencesOf } from "@auspex/domain/briefs"
import { judgeComment, noCommentFacts, noProfanityFilter } from "@auspex/domain/comments"
import { downsample } from "@auspex/domain/history"
import { excerpt } from "@auspex/domain/kernel"
import { judgeReasoning, noOriginalityFacts, parseReasoning } from "@auspex/domain/predictions"
import type { Bench, BenchRow } from "./harness/BenchRow.ts"

/** Parts whose repetition makes a text of any length that is expensive to process. */
const parts =
  `a|a |a.|a-|a'|a\n|1,|京|😀|\ud83d|\u0301\u0316|\ufdfa|\u200b| |:|(|EVIDENCE:|EVIDENCE:\n|EVIDENCE\n|evidence\n|`
    .concat(
      "**EVIDENCE** |## |COUNTER-|COUNTER-EVIDENCE |http://|https://a.b/(|http://a.b/c |https://a.b/c?utm_a=1&|www.a "
    )
    .concat("|/..|;a|аррlе ")
    .split("|")

const best = (work: () => unknown): number =>
  Math.min(...Array.from({ length: 5 }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  }))

/** The text of `bytes` for which `work` takes longest. */
const worst = (what: string, bytes: number, limitMillis: number, work: (text: string) => unknown): BenchRow => {
  const times = parts.map((part) => {
    const text = part.repeat(Math.ceil(bytes / Buffer.byteLength(part)))
    return { part, millis: best(() => work(text)) }
  })
  const slowest = times.reduce((one, other) => other.millis > one.millis ? other : one)
  return {
    what: `${what}, ${bytes.toLocaleString("en")} bytes, the worst of ${parts.length}: ${JSON.stringify(slowest.part)}`,
    unit: "ms",
    ours: slowest.millis,
    goal: { of: "ours", is: "at most", value: limitMillis }
  }
}

/** The cost of hostile texts. The tests show that it grows only with their length; this measures how much it is. */
export const hostile: Bench = async () => {
  const points = Array.from({ length: 1_000_000 }, (_, x) => ({ x, y: Math.sin(x / 1000) * x }))
  return {
    title: "Hostile texts",
    rows: [
      worst("gates of a reasoning", 1_000_000, 50, (text) => judgeReasoning(parseReasoning(text), noOriginalityFacts)),
      worst("gates of a comment", 1_000_000, 50, (text) => judgeComment(text, noCommentFacts, noProfanityFilter)),
      worst("profanity", 4_000, 50, findProfanity),
      worst("sentences", 64_000, 150, sentencesOf),
      worst("an excerpt", 1_000_000, 300, (text) => excerpt(text)),
      {
        what: "a chart of 1,000,000 points thinned to 500",
        unit: "ms",
        ours: best(() => downsample(points, 500, ({ x }) => x, ({ y }) => y)),
        goal: { of: "ours", is: "at most", value: 1_500 }
      }
    ],
    notes: ["In this process, on one core; the best of five for each text."]
  }
}
