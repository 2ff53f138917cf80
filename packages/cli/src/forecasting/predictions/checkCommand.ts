import { counted, type Failure } from "@auspex/domain/kernel"
import {
  closestToReasoning,
  judgePrediction,
  judgeReasoning,
  noOriginalityFacts,
  OriginalityIndex,
  type OriginalityFacts,
  type ParsedReasoning,
  parseReasoning,
  type PredictionInput,
  reasoningGates
} from "@auspex/domain/predictions"
import { Effect } from "effect"
import { WrongUsage } from "../../kit/invocation/CommandFailure.ts"
import { printNote, printRecord, printText } from "../../kit/output/print.ts"
import { styleFor } from "../../kit/output/Style.ts"
import { type Column, tableText } from "../../kit/output/table.ts"
import type { CommandHandler, CommonFlags, Invocation } from "../../kit/invocation/Invocation.ts"
import { readInput } from "../../kit/connection/readInput.ts"

interface CheckFlags extends CommonFlags {
  readonly format?: "text" | "json"
  readonly options?: string
  readonly against?: ReadonlyArray<string>
}

type Body = PredictionInput & { readonly reasoning: unknown }

const isObject = (value: unknown): value is Body => typeof value === "object" && value !== null && !Array.isArray(value)

/** The body of a prediction if the text is a JSON object, undefined if it is a reasoning. */
const bodyOf = (text: string, format: CheckFlags["format"]): Effect.Effect<Body | undefined, WrongUsage> => {
  if (format === "text" || (format === undefined && !text.trimStart().startsWith("{"))) return Effect.succeed(undefined)
  return Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: (cause) => new WrongUsage({ message: `the input is not JSON: ${(cause as Error).message}` })
  }).pipe(Effect.filterOrFail(isObject, () => new WrongUsage({ message: "the input is not a JSON object" })))
}

/** The originality facts that the reasoning would have if it were placed after the earlier ones. */
const originalityAgainst = (
  reasoning: ParsedReasoning,
  earlier: ReadonlyArray<readonly [string, string]>
): OriginalityFacts => {
  const index = new OriginalityIndex()
  const cited = new Set<string>()
  let exactCopy = false
  for (const [file, text] of earlier) {
    const other = parseReasoning(text)
    index.add(file, other.originalityTokens)
    for (const citation of other.citations) cited.add(citation)
    if (other.normalised === reasoning.normalised) exactCopy = true
  }
  const closest = closestToReasoning(index, reasoning, reasoningGates.similarityMax)
  return {
    citedByOthers: cited,
    exactCopy,
    ...(closest === undefined ? {} : { closest: { similarity: closest.similarity, prediction_id: closest.key } })
  }
}

const judge = (
  body: Body | undefined,
  parsed: ParsedReasoning,
  facts: OriginalityFacts,
  options: string | undefined
) => {
  if (body === undefined) return judgeReasoning(parsed, facts)
  const question = options === undefined
    ? { question_type: "binary" } as const
    : { question_type: "multi", options: options.split("|").map((option) => option.trim()) } as const
  return judgePrediction(question, body, typeof body.reasoning === "string" ? parsed : undefined, facts)
}

const columns: ReadonlyArray<Column<Failure>> = [
  { header: "CODE", value: (row) => row.code, colour: () => "red" },
  { header: "MEASURED", value: (row) => row.measured, right: true },
  { header: "LIMIT", value: (row) => row.limit, right: true },
  { header: "MESSAGE", value: (row) => row.message }
]

/** `auspex check`: runs the gates on a text alone, without checking the account or the question. */
export const checkCommand = ((call: Invocation<CheckFlags>) =>
  Effect.gen(function*() {
    const text = yield* readInput(call.io, call.args[0] ?? "-")
    const body = yield* bodyOf(text, call.flags.format)
    const earlier = yield* Effect.forEach(call.flags.against ?? [], (file) =>
      Effect.map(readInput(call.io, file), (content) => [file, content] as const))
    const reasoning = body === undefined ? text : typeof body.reasoning === "string" ? body.reasoning : ""
    const parsed = parseReasoning(reasoning)
    const facts = earlier.length === 0 ? noOriginalityFacts : originalityAgainst(parsed, earlier)
    const failures = judge(body, parsed, facts, call.flags.options)
    const verdict = {
      passed: failures.length === 0,
      failures,
      measured: {
        characters: parsed.length,
        sections: parsed.sections.map(({ heading }) =>
          heading
        ),
        unique_words: parsed.distinctWords,
        citations: parsed.citations
      }
    }
    const style = styleFor(call.io, call.io.stdout, call.flags)
    if (call.flags.output !== "table" && call.flags.output !== undefined) yield* printRecord(call, verdict, verdict)
    else if (verdict.passed) yield* printText(call, style.green("passes every gate"))
    else yield* printText(call, tableText(call.io, call.flags, columns, failures))
    if (call.flags.output === "table" || call.flags.output === undefined) {
      const { characters, citations, unique_words } = verdict.measured
      yield* printNote(
        call,
        [
          counted(characters, "character"),
          counted(unique_words, "distinct word"),
          counted(citations.length, "citation")
        ].join(", ")
      )
    }
    return verdict.passed ? "ok" : "refused"
  })) satisfies CommandHandler
