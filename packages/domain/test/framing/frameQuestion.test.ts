import { costGrowth, linearGrowthMax } from "@auspex/testkit/cost"
import { Schema } from "effect"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import {
  type FramingExample,
  framingExamplesToday,
  type FramingFacts,
  FramingPurpose,
  frameQuestion,
  frameQuestions,
  FramingRuleData,
  framingRules,
  framingRulesAsData,
  framingRulesVersion,
  questionFingerprint,
  type ResearchQuestionDraft,
  ResearchQuestionKind
} from "../../src/research/framing/index.ts"
import { codesOf, judged, labelledQuestions } from "./labelledQuestions.ts"

const today: FramingFacts = { today: "2026-06-01" }

const binary = (text: string, fields: Partial<ResearchQuestionDraft> = {}): ResearchQuestionDraft => ({
  text,
  kind: "binary",
  resolution_signal: "press_release",
  resolution_date: "2027-06-30",
  ...fields
})

const codes = (draft: ResearchQuestionDraft, facts: FramingFacts = today): ReadonlyArray<string> =>
  codesOf(frameQuestion(draft, facts))

const exampleCodes = ({ draft, others = [], purpose = "forecast" }: FramingExample): ReadonlyArray<string> =>
  codes(draft, { today: framingExamplesToday, purpose, others: new Set(others.map(questionFingerprint)) })

describe("the registry of framing rules", () => {
  it.each(framingRules)("$id: its bad example breaks it alone, its good example breaks no rule", ({ examples, id }) => {
    expect(exampleCodes(examples.bad)).toEqual([id])
    expect(exampleCodes(examples.good)).toEqual([])
  })

  it("has ids in snake case, each once, and versions up to its own", () => {
    const ids = framingRules.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^[a-z]+(_[a-z]+)*$/.test(id))).toEqual([])
    expect(framingRules.filter(({ since }) => since < 1 || since > framingRulesVersion)).toEqual([])
  })

  it("is data that survives serialisation, without the checks", () => {
    const sent = JSON.parse(JSON.stringify(framingRulesAsData)) as unknown
    expect(Schema.decodeUnknownSync(Schema.Array(FramingRuleData), { onExcessProperty: "error" })(sent)).toEqual(
      framingRulesAsData
    )
  })

  it("fills every message, which is a sentence", () => {
    const findings = [
      ...labelledQuestions.map(judged),
      ...framingRules.map(({ examples: { bad } }) => frameQuestion(bad.draft, today))
    ].flatMap(({ failures, warnings }) => [...failures, ...warnings])
    expect(findings.filter(({ message }) => /[{}]|undefined/.test(message) || !message.endsWith("."))).toEqual([])
  })
})

describe("frameQuestion", () => {
  it("returns every failure at once, and warnings beside them", () => {
    const verdict = frameQuestion(
      { text: "IPO?", kind: "multi", kind_options: { options: ["Yes", "YES"] }, resolution_signal: "fax" },
      today
    )
    expect(verdict).toEqual({
      rules_version: framingRulesVersion,
      passed: false,
      failures: [
        {
          code: "text_too_short",
          field: "text",
          message: "text must have at least 10 characters; it has 4.",
          measured: 4,
          limit: 10
        },
        expect.objectContaining({ code: "options_repeated", field: "kind_options.options", measured: "YES" }),
        expect.objectContaining({ code: "not_time_bound", field: "resolution_date" }),
        expect.objectContaining({ code: "resolution_signal_unknown", field: "resolution_signal" })
      ],
      warnings: []
    })
  })

  it("is not blocked by warnings", () => {
    const verdict = frameQuestion(binary("Will hydrogen trucks become mainstream?", { resolution_signal: null }), today)
    expect(verdict.passed).toBe(true)
    expect(verdict.warnings.map(({ code }) => code)).toEqual(["resolution_signal_missing", "vague_wording"])
  })

  it.each<[text: string, codes: ReadonlyArray<string>]>([
    ["Which brands do you love?", []],
    ["How much do you love our brand?", ["leading_wording"]],
    ["Why do most people think that prices rise?", []],
    ["Most people think that prices rise. Do you?", ["leading_wording"]],
    ["Would you agree to share your data?", []],
    ["Was that a turn to the left, or right?", []],
    ["How would you rate Marks and Spencer?", []],
    ["How would you rate our shops and our website?", ["double_barrelled"]],
    ["Which bank do you use? If several, which one most?", ["two_questions"]],
    ["Do you own a car? (If unsure: no?)", []],
    ["Describe how you choose and what matters to you.", []]
  ])(
    "judges the survey question %s",
    (text, expected) => expect(codes({ text }, { ...today, purpose: "survey" })).toEqual(expected)
  )

  it("asks nothing about resolution of survey questions and of kinds that people answer", () => {
    expect(codes({ text: "Which bank do you use?" }, { ...today, purpose: "survey" })).toEqual([])
    expect(codes({ text: "Do you use many banks?", kind: "binary" }, { ...today, purpose: "survey" })).toEqual([])
    expect(codes({ text: "How good is the app?", kind: "star_rating", kind_options: { max: 5 } })).toEqual([])
  })

  it.each<[text: string, codes: ReadonlyArray<string>]>([
    ["Will the fund buy Volvo shares before 2027?", []],
    ["Will the fund buy Volvo's shares, whether or not it is listed?", []],
    ["Will a company that is not listed buy Volvo before 2027?", []],
    ["Will the fund (not the bank) buy Volvo before 2027?", []],
    ["Will the rule apply to not-for-profit hospitals before 2027?", []],
    ["Will Volvo deliver no fewer than 500 trucks before 2027?", []],
    ["Will Volvo fail before 2027?", []],
    ["Will Volvo fail to deliver before 2027?", ["negation"]],
    ["Is it true that Volvo will not deliver before 2027?", ["negation"]],
    ["In which year will Volvo deliver?", ["kind_mismatch"]],
    ["When the ECB meets in July 2026, will it cut its rate?", []],
    ["How likely is it that Volvo delivers before 2027?", []],
    ["Will Volvo and Scania merge before 2027?", []],
    ["Will Volvo merge, and when will it be listed?", ["two_questions"]],
    ["Will Volvo merge before 2027? Or not?", []],
    ["Will Volvo win the prize 'Who is best? A contest' before 2027?", []],
    ["Will Volvo grow significantly before 2027?", ["vague_quantifier"]],
    ["Will Volvo cut its dividend significantly before 2027?", ["vague_quantifier"]],
    ["Will Volvo grow significantly (10% or more) before 2027?", []],
    ["Will the drug differ statistically significantly from placebo before 2027?", []],
    ["Will sales beat expectations before 2027?", ["threshold_missing"]],
    ["Will Volvo reach an agreement before 2027?", []],
    ["Will the Security Council reach consensus before 2027?", []],
    ["Will refugees be admitted under the plan before 2027?", []],
    ["Will top level officials meet before 2027?", []],
    ["Will Germany meet the target of the Climate Act before 2027?", []],
    ["Will Germany meet the target before 2027?", ["threshold_missing"]],
    ["Will experts agree on a cause before 2027?", []],
    ["Will oil firms, notably Shell, raise their dividends before 2027?", []],
    ["Will Zendaya play a small part in the film before 2027?", []],
    ["Will a small part of the fleet be sold before 2027?", ["vague_quantifier"]],
    ["Will the union refuse to sign before 2027?", []],
    ["Will sales rise before 2027?", ["baseline_missing"]],
    ["Will sales rise from those of 2025 before 2027?", []],
    ["Will sales of 2026 be above those of 2025?", []],
    ["Volvo will merge before 2027, won't it?", ["leading_wording"]],
    ["Will Volvo merge within six months?", ["relative_time"]],
    ["Will Volvo merge within six months of the offer?", []],
    ["Will Volvo merge by the end of May 2026?", ["deadline_past"]],
    ["Will Volvo merge by July 2027?", []],
    ["Will Volvo merge by the end of July 2027?", ["deadline_after_resolution"]]
  ])("%s", (text, expected) => expect(codes(binary(text))).toEqual(expected))

  it.each<[date: string | null, codes: ReadonlyArray<string>]>([
    ["2026-06-02", []],
    ["2026-06-01", ["resolution_date_past"]],
    ["2026-02-30", ["resolution_date_invalid"]],
    ["tomorrow", ["resolution_date_invalid"]],
    [" ", ["not_time_bound"]],
    [null, ["not_time_bound"]]
  ])(
    "judges the date %j",
    (resolution_date, expected) =>
      expect(codes(binary("Will Volvo and Scania merge?", { resolution_date }))).toEqual(expected)
  )

  it("does not depend on the order of the rules", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...framingRules], { minLength: framingRules.length }),
        fc.constantFrom(...labelledQuestions),
        (rules, { draft, purpose }) => {
          const verdict = frameQuestion(draft, { ...today, purpose }, rules)
          const usual = frameQuestion(draft, { ...today, purpose })
          expect(codesOf(verdict).toSorted()).toEqual(codesOf(usual).toSorted())
          expect(verdict.passed).toBe(usual.passed)
        }
      ),
      { numRuns: 50 }
    )
  })

  const space = fc.constantFrom(" ", "\n", "\t ", "   ", "\u00a0", "\u2003")
  const spaces = fc.array(space, { minLength: 50, maxLength: 50 })

  it("gives the same verdict with more white space", () => {
    fc.assert(
      fc.property(fc.constantFrom(...labelledQuestions), spaces, ({ draft, purpose }, wider) => {
        const parts = draft.text.split(" ")
        const text = parts.map((part, at) => `${wider[at % 50]}${part}${at % 3 === 0 ? wider[(at + 7) % 50] : ""}`)
          .join(" ")
        expect(frameQuestion({ ...draft, text }, { ...today, purpose })).toEqual(
          frameQuestion(draft, { ...today, purpose })
        )
      }),
      { numRuns: 200 }
    )
  })

  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 80 }),
    fc.array(
      fc.constantFrom(
        ..."will not no and ? ' \" ( ) , . what many a large share 2027 by May the end of next year \ud800".split(" ")
      ),
      { maxLength: 30 }
    ).map((words) => words.join(" "))
  )
  const optional = <A>(arbitrary: fc.Arbitrary<A>) => fc.option(arbitrary, { nil: null })

  it("judges any text of any kind", () => {
    fc.assert(
      fc.property(
        fc.record({
          text: anyText,
          kind: optional(fc.constantFrom(...ResearchQuestionKind.literals)),
          kind_options: optional(
            fc.record({
              options: optional(fc.array(anyText, { maxLength: 12 })),
              rows: optional(fc.array(anyText, { maxLength: 4 })),
              columns: optional(fc.array(anyText, { maxLength: 12 })),
              scale: optional(fc.double()),
              statement: optional(anyText),
              max: optional(fc.double())
            })
          ),
          resolution_signal: optional(anyText),
          resolution_date: optional(anyText),
          resolution_threshold: optional(anyText)
        }),
        fc.constantFrom(...FramingPurpose.literals),
        (draft, purpose) => {
          const { failures, passed, warnings } = frameQuestion(draft, { ...today, purpose })
          expect(passed).toBe(failures.length === 0)
          for (const { code } of [...failures, ...warnings])
            expect(framingRules.some(({ id }) => id === code)).toBe(true)
        }
      ),
      { numRuns: 300 }
    )
  })

  it.each<[name: string, text: string]>([
    ["words", "will the many rates not rise and will it fall "],
    ["one word", "a"],
    ["spaces", " "],
    ["question marks", "? "],
    ["opening quotation marks", "'a "],
    ["opening brackets", "("],
    ["commas", "when, will, "],
    ["clauses", "when a, "],
    ["numbers", "1,2.3-4%"],
    ["dates", "by the end of the end of May 2027 "],
    ["combining marks", "e\u0301"]
  ])("takes time linear in the length of a text of %s", async (_, unit) => {
    const input = (length: number): ResearchQuestionDraft =>
      binary(unit.repeat(length / unit.length), {
        kind: "multi",
        kind_options: { options: [unit.repeat(length / unit.length)] }
      })
    const work = (draft: ResearchQuestionDraft) => [
      frameQuestion(draft, { ...today, others: new Set(["none"]) }),
      frameQuestion({ ...draft, kind: "binary" }, today)
    ]
    expect(await costGrowth({ input, work, size: 25_000 })).toBeLessThan(linearGrowthMax)
  })
})

describe("duplicates within a project", () => {
  it.each<[left: string, right: string, same: boolean]>([
    ["Will L’Oréal grow?", "will L'OREAL   grow", true],
    ["Will Škoda – the car maker – grow?", "Will Skoda, the car maker, grow?", true],
    ["Will the rate exceed 3.5%?", "Will the rate exceed 35%?", false],
    ["Will the rate exceed 2%?", "Will the rate exceed -2%?", false],
    ["Will it cost $5?", "Will it cost €5?", false],
    ["Will Volvo buy Scania?", "Will Scania buy Volvo?", false]
  ])(
    "%s and %s",
    (left, right, same) => expect(questionFingerprint(binary(left)) === questionFingerprint(binary(right))).toBe(same)
  )

  it("are not questions with another date, threshold or statement", () => {
    const likert = (statement: string): ResearchQuestionDraft => ({
      text: "How far do you agree?",
      kind: "likert",
      kind_options: { scale: 5, statement }
    })
    const different = [
      binary("Will Volvo grow?"),
      binary("Will Volvo grow?", { resolution_date: "2028-06-30" }),
      binary("Will Volvo grow?", { resolution_threshold: "5%" }),
      likert("Fees are fair."),
      likert("Fees are low.")
    ]
    expect(new Set(different.map(questionFingerprint)).size).toBe(different.length)
  })

  it("are found among the questions that are judged together, and the project's earlier ones", () => {
    const survey: FramingFacts = { today: "2026-06-01", purpose: "survey" }
    const texts = ["Which bank do you use?", "Which paper do you read?", "WHICH BANK do you use"]
    const verdicts = frameQuestions(texts.map((text) => ({ text })), survey)
    expect(verdicts.map(({ failures }) => failures.map(({ code }) => code))).toEqual([[], [], ["duplicate"]])
    const others = new Set([questionFingerprint({ text: "which paper do you read" })])
    expect(frameQuestions([{ text: texts[1]! }], { ...survey, others })[0]?.passed).toBe(false)
  })
})
