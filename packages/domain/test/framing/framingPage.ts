import { type FramingExample, type FramingRule, framingRules } from "../../src/research/framing/index.ts"
import { wilsonInterval } from "../../src/kernel/Interval.ts"
import { codesOf, judged, type LabelledQuestion, labelledQuestions } from "./labelledQuestions.ts"

/** How often a judgement agrees with the labels. */
export interface Agreement {
  readonly found: number
  readonly falselyFound: number
  readonly missed: number
}

type Truth = (question: LabelledQuestion) => boolean

const agreement = (questions: ReadonlyArray<LabelledQuestion>, labelled: Truth, reported: Truth): Agreement => {
  const count = (truth: Truth): number => questions.filter(truth).length
  return {
    found: count((question) => labelled(question) && reported(question)),
    falselyFound: count((question) => !labelled(question) && reported(question)),
    missed: count((question) => labelled(question) && !reported(question))
  }
}

export const halfOf = (half: LabelledQuestion["half"]): ReadonlyArray<LabelledQuestion> =>
  labelledQuestions.filter((question) => question.half === half)

const reports = new Map(labelledQuestions.map((question) => [question.id, codesOf(judged(question))]))

export const ruleAgreement = (questions: ReadonlyArray<LabelledQuestion>, { id }: FramingRule): Agreement =>
  agreement(questions, ({ labels }) => labels.includes(id), (question) => reports.get(question.id)!.includes(id))

const blocking = new Set(framingRules.filter(({ severity }) => severity === "error").map(({ id }) => id))

/** Whether a question is blocked, by its labels and by the rules. */
export const blockingAgreement = (questions: ReadonlyArray<LabelledQuestion>): Agreement =>
  agreement(
    questions,
    ({ labels }) => labels.some((id) => blocking.has(id)),
    (question) => !judged(question).passed
  )

/** Whether anything is found, by the labels and by the rules. */
export const anyAgreement = (questions: ReadonlyArray<LabelledQuestion>): Agreement =>
  agreement(questions, ({ labels }) => labels.length > 0, ({ id }) => reports.get(id)!.length > 0)

export const precisionOf = ({ falselyFound, found }: Agreement): number =>
  found + falselyFound === 0 ? 1 : found / (found + falselyFound)

export const recallOf = ({ found, missed }: Agreement): number => found + missed === 0 ? 1 : found / (found + missed)

const part = (share: number, whole: number): string => whole === 0 ? "none" : `${share} of ${whole}`

const cells = (one: Agreement): ReadonlyArray<string> => [
  part(one.found, one.found + one.falselyFound),
  part(one.found, one.found + one.missed)
]

const withInterval = (share: number, whole: number): string => {
  const { high, low } = wilsonInterval(share, whole)
  return `${share} of ${whole} (${low.toFixed(2)} to ${high.toFixed(2)})`
}

const row = (texts: ReadonlyArray<string>): string => `| ${texts.join(" | ")} |`

const parts = ["development", "held_out", "challenge"] as const

const header = parts.flatMap((part) => [`${part.replace("_", " ")}: precision`, "recall"])

/** The table of docs/framing.md that says how well the rules agree with the labels. */
export const measuredTable = (): string => {
  const halves = parts.map(halfOf)
  const totals = ([["**blocked**", blockingAgreement], ["**any finding**", anyAgreement]] as const).map(
    ([name, agreementOf]) =>
      row([
        name,
        ...halves.flatMap((half) => {
          const one = agreementOf(half)
          return [
            withInterval(one.found, one.found + one.falselyFound),
            withInterval(one.found, one.found + one.missed)
          ]
        })
      ])
  )
  const rules = framingRules.map((rule) =>
    row([`\`${rule.id}\``, ...halves.flatMap((half) => cells(ruleAgreement(half, rule)))])
  )
  return [row(["Verdict or rule", ...header]), row(["-", ...header.map(() => "-")]), ...totals, ...rules].join("\n")
}

const shown = ({ draft, others }: FramingExample): string => {
  const fields = Object.entries(draft).flatMap(([name, value]) =>
    name === "text" || value === null || value === undefined ? [] : [`\`${name}\`: \`${JSON.stringify(value)}\``]
  )
  const beside = (others ?? []).map(({ text }) => `beside "${text.trim()}"`)
  return [`"${draft.text}"`, ...fields, ...beside].join(", ")
}

const scopeOf = ({ applies_to, purposes }: FramingRule): string =>
  `${applies_to.length === 5 ? "every kind" : applies_to.map((kind) => `\`${kind}\``).join(", ")}; ${
    purposes.map((purpose) => purpose === "forecast" ? "forecasts" : "surveys").join(" and ")
  }`

/** The part of docs/framing.md that describes each rule. */
export const rulesSection = (): string =>
  framingRules.map((rule) =>
    [
      `### ${rule.id}`,
      `${rule.severity === "error" ? "Error" : "Warning"}, ${scopeOf(rule)}. ${rule.measures}`,
      `> ${rule.message}`,
      `- Bad: ${shown(rule.examples.bad)}\n- Good: ${shown(rule.examples.good)}`
    ].join("\n\n")
  ).join("\n\n")

const between = (name: string): RegExp => new RegExp(`(<!-- ${name} -->\n)([\\s\\S]*?)(\n<!-- end of ${name} -->)`)

/** The generated part of a page. */
export const partOf = (page: string, name: "measured" | "rules"): string => between(name).exec(page)?.[2] ?? ""

/** The page with its generated parts replaced. */
export const regenerated = (page: string): string =>
  page.replace(between("measured"), (_, begin: string, __, end: string) => `${begin}\n${measuredTable()}\n${end}`)
    .replace(between("rules"), (_, begin: string, __, end: string) => `${begin}\n${rulesSection()}\n${end}`)
