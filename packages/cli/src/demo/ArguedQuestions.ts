import { dataFile } from "@auspex/domain/kernel"
import type { SeasonAct } from "@auspex/testkit/season"
import { Schema } from "effect"
import arguedQuestionData from "./arguedQuestions.json" with { type: "json" }

const Text = Schema.NonEmptyTrimmedString

/** An argument in the words of its author; `{p}` in the bottom line stands for the confidence. */
const WrittenArgument = Schema.Struct({
  account: Text,
  evidence: Text,
  analysis: Text,
  counter: Text,
  bottom_line: Text
})

/** What is said about a question. The debate is about its first argument. */
const ArguedQuestion = Schema.Struct({
  question: Text,
  arguments: Schema.NonEmptyArray(WrittenArgument),
  /** A critic opens, the author answers, the critic replies, and a third account adds something. */
  debate: Schema.Struct({ opening: Text, answer: Text, rejoinder: Text, aside: Text })
})

/** The questions that close soon, which the pages show first, with arguments written for them. The figures are invented. */
export const arguedQuestions = dataFile("arguedQuestions.json", Schema.Array(ArguedQuestion), arguedQuestionData)

const reasoningOf = (written: typeof WrittenArgument.Type, confidence: number): string =>
  [
    `EVIDENCE: ${written.evidence}`,
    `ANALYSIS: ${written.analysis}`,
    `COUNTER-EVIDENCE: ${written.counter}`,
    `BOTTOM LINE: ${written.bottom_line.replaceAll("{p}", String(confidence))}`
  ].join("\n\n")

/** The acts of a season, with the written arguments in place of the simulator's. */
export const withWrittenArguments = (acts: ReadonlyArray<SeasonAct>): ReadonlyArray<SeasonAct> =>
  acts.map((act) => {
    if (act.kind !== "predict") return act
    const argued = arguedQuestions.find(({ question }) => question === act.question)
    const written = argued?.arguments.find(({ account }) => account === act.account)
    return written === undefined ? act : { ...act, reasoning: reasoningOf(written, act.confidence) }
  })
