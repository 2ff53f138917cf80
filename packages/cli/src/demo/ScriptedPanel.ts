import { PanelModel } from "@auspex/domain/panelRuns"
import { dataFile } from "@auspex/domain/kernel"
import { readPrompt, type ReadPrompt } from "@auspex/testkit/models"
import { Effect, Layer, Schema } from "effect"
import vestrandPanel from "./vestrandPanel.json" with { type: "json" }

const Text = Schema.NonEmptyTrimmedString
const Texts = Schema.Array(Text)

/** A claim, with the words of a page that support it. */
const Claim = Schema.Struct({ claim: Text, quote: Text })
const Claims = Schema.Array(Claim)

const answerWith = <A, I>(estimate: Schema.Schema<A, I>) =>
  Schema.Struct({
    narrative: Text,
    estimate,
    confidence: Schema.Number,
    for: Claims,
    against: Claims,
    falsifiers: Texts
  })

const Script = Schema.Struct({
  specialist: Text,
  queries: Texts,
  binary: answerWith(Schema.Number),
  multi: answerWith(Schema.Array(Schema.Number))
})

const scripts = dataFile("vestrandPanel.json", Schema.Array(Script), vestrandPanel)

/** The claims whose quotes stand in the passages that were shown. */
const claimsOf = (claims: typeof Claims.Type, { passages }: ReadPrompt) =>
  claims.flatMap(({ claim, quote }) => {
    const found = passages.find(({ text }) => text.includes(quote))
    return found === undefined ? [] : [{ claim, passage: found.passage, quote }]
  })

const answerTo = (system: string, content: string): string => {
  const script = scripts.find(({ specialist }) => system.includes(`the specialist "${specialist}"`))
  if (script === undefined) throw new RangeError("the panel of the demo has no such specialist")
  const prompt = readPrompt({ system, content })
  if (prompt.stage === "plan") return JSON.stringify({ look_for: [], queries: script.queries })
  const isBinary = prompt.question.kind === "binary"
  const answer = isBinary ? script.binary : script.multi
  return JSON.stringify({
    narrative: answer.narrative,
    [isBinary ? "probability" : "distribution"]: answer.estimate,
    confidence: answer.confidence,
    claims_for: claimsOf(answer.for, prompt),
    claims_against: claimsOf(answer.against, prompt),
    falsifiers: answer.falsifiers
  })
}

/** Specialists who answer by a script. What they quote is checked like the quotes of any model. */
export const scriptedPanel: Layer.Layer<PanelModel> = Layer.succeed(PanelModel, {
  isConfigured: true,
  ask: ({ messages, system_prompt = "" }) =>
    Effect.sync(() => {
      const content = answerTo(system_prompt, messages.at(-1)?.content ?? "")
      return { content, model: "script of the demo", tokens: Math.ceil(content.length / 4) }
    })
})
