import {
  archetypes,
  compilePersona,
  fitInterview,
  judgeInterview,
  personaDimensions,
  personaTraits,
  type QuestionAnswers,
  TokenCounter
} from "@auspex/domain/personas"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Either, FastCheck as fc } from "effect"
import { TokenCounterGptLive } from "../../src/tokens/index.ts"

const fitted = (answers: ReadonlyArray<string>, name?: string, traits = {}) =>
  Effect.gen(function*() {
    const judged = Either.getOrThrow(judgeInterview({ answers, name, traits })) as QuestionAnswers
    const counter = yield* TokenCounter
    const draft = yield* fitInterview(judged, counter)
    return { draft, tokens: yield* counter.count(compilePersona(draft.name, draft.dimensions)) }
  }).pipe(Effect.provide(TokenCounterGptLive))

const sentences: ReadonlyArray<string> = [
  "",
  " ",
  "x",
  "?",
  "I trust base rates.",
  "base_rates",
  "Base rates, decomposition, official data",
  "weeks",
  "I follow the gauges of the Rhine and the Danube. In dry summers I look at snow first.",
  "Ich vertraue amtlichen Messungen. Zahlen ohne Quelle zähle ich nicht.",
  "我相信官方统计。没有来源的数字我不采用。然后我看历史基准率。",
  "Я доверяю официальным данным. Слухи не в счёт.",
  "أثق بالبيانات الرسمية. هل تكفي؟ لا.",
  "𓀀𓀁𓀂 𒈙𒈙𒈙"
]

/** An answer of up to 10,000 characters: empty, a letter, a trait, a sentence, an essay with or without sentences. */
const answer: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...sentences),
  fc.constantFrom(...personaDimensions.flatMap((dimension) => [...personaTraits[dimension] as ReadonlyArray<string>])),
  fc.tuple(fc.constantFrom(...sentences), fc.integer({ min: 1, max: 200 })).map(([text, times]) =>
    Array.from(`${text} `.repeat(times)).slice(0, 10_000).join("")
  ),
  fc.tuple(fc.constantFrom("a", "=", "\u{13000}", "e\u0301", "字", "9"), fc.integer({ min: 1, max: 10_000 })).map(
    ([letter, times]) => Array.from(letter.repeat(times)).slice(0, 10_000).join("")
  ),
  fc.string({ unit: "grapheme", maxLength: 300 }).filter((text) => !/[\0\p{Cs}]/u.test(text))
)
const name = fc.option(fc.constantFrom("A", "\u{13000}".repeat(80), "Ada Lovelace"), { nil: undefined })

describe("the persona of five answers", () => {
  it.live("has a prompt of 800 to 1,500 tokens, whatever they say", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(fc.tuple(answer, answer, answer, answer, answer), name, async (answers, name) => {
          const { tokens } = await Effect.runPromise(fitted(answers, name))
          expect(tokens).toBeGreaterThanOrEqual(800)
          expect(tokens).toBeLessThanOrEqual(1_500)
        }),
        { seed: 20_261_126, numRuns: 60 }
      )
    ))

  it.live("has one also when every trait is chosen so that little is said about it", () =>
    Effect.gen(function*() {
      for (const shortest of [true, false]) {
        const traits = Object.fromEntries(personaDimensions.map((dimension) => {
          const [first] = [...archetypes].sort((a, b) =>
            (shortest ? 1 : -1) * (a.dimensions[dimension].length - b.dimensions[dimension].length)
          )
          return [dimension, first!.traits[dimension]]
        }))
        for (const said of ["", "x", "y".repeat(10_000)]) {
          const { tokens } = yield* fitted([said, said, said, said, said], "A", traits)
          expect(tokens).toBeGreaterThanOrEqual(800)
          expect(tokens).toBeLessThanOrEqual(1_500)
        }
      }
    }))

  it.live("keeps whole sentences of an essay, and says how much of it", () =>
    Effect.gen(function*() {
      const sentence = "In a dry year the gauge at Kaub stands below 78 cm in 2.1 of 10 cases. "
      const essay = sentence.repeat(120).trim()
      const { draft } = yield* fitted([essay, essay, essay, essay, "I trust snow."])
      const { epistemology } = draft.dimensions
      expect(epistemology.length).toBeGreaterThan(3 * sentence.length)
      expect(essay.startsWith(epistemology)).toBe(true)
      expect(epistemology.endsWith("of 10 cases.")).toBe(true)
      expect(draft.shortened).toEqual(
        [["method", "epistemology"], ["ground", "field"], ["position", "role"], ["doubt", "blind_spots"]].map(
          ([question, dimension]) => ({ question, dimension, characters: essay.length, kept: epistemology.length })
        )
      )
      expect(draft.sources).toMatchObject({ epistemology: "answer", field: "answer" })
      expect(draft.sources.confidence_triggers).toMatch(/^answer/)
    }))

  it.live("takes what the answers leave open from the nearest archetype, and says so", () =>
    Effect.gen(function*() {
      const { draft } = yield* fitted([
        "base_rates, official data",
        "Electricity grids, transformers and interconnection queues of the transmission network.",
        "",
        "I expect too much of new grid technology.",
        "threshold"
      ])
      const grid = archetypes.find(({ id }) => id === "grid_infrastructure_engineer")!
      expect(draft.sources).toMatchObject({
        field: expect.stringMatching(/^answer/) as string,
        role: "archetype:grid_infrastructure_engineer",
        stakes: "archetype:grid_infrastructure_engineer",
        methodology: "archetype:grid_infrastructure_engineer"
      })
      expect(draft.dimensions.role).toBe(grid.dimensions.role)
      expect(draft.traits).toMatchObject({
        epistemology: "base_rates",
        evidence_hierarchy: "official_data",
        update_policy: "threshold",
        role: grid.traits.role
      })
      // The words of a chosen trait come from an archetype that has it.
      const source = archetypes.find(({ id }) => `archetype:${id}` === draft.sources.update_policy)!
      expect([source.traits.update_policy, source.dimensions.update_policy])
        .toEqual(["threshold", draft.dimensions.update_policy])
      expect(draft.traits.field).toBeUndefined()
    }))

  it.live("is that of the most general archetype when nothing is said", () =>
    Effect.gen(function*() {
      const { draft } = yield* fitted(["", "", "", "", ""])
      expect(new Set(Object.values(draft.sources))).toEqual(new Set(["archetype:superforecaster_fox"]))
      expect(draft.name).toBe("Forecaster")
    }))
})
