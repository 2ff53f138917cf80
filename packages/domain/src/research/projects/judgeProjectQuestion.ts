import { Schema } from "effect"
import { frameQuestion, frameQuestions, type FramingFinding, type FramingVerdict } from "../framing/frameQuestion.ts"
import type { FramingPurpose } from "../framing/FramingPurpose.ts"
import { questionFingerprint } from "../framing/QuestionFingerprint.ts"
import type { ResearchQuestionDraft } from "../framing/ResearchQuestionDraft.ts"
import { ResolutionSignal } from "../framing/ResolutionSignal.ts"
import { excerpt } from "../../kernel/Excerpt.ts"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { visibleLine } from "../../kernel/hiddenCharacter.ts"
import { judgeText } from "../../kernel/TextRule.ts"
import { type ProjectKind, questionsPerProjectMax } from "./Project.ts"
import type { NewProjectQuestion } from "./ProjectStore.ts"

/** The longest text of a question, in code points. The framing rules say how short it may be. */
export const questionTextMax = 500
/** The longest threshold, option, row, column and statement. */
const questionPartMax = 300

/** What the questions of a project are for. */
export const purposeOf = (kind: ProjectKind): FramingPurpose =>
  kind === "survey" || kind === "audience" ? "survey" : "forecast"

/** The title of a project that has only a brief: its beginning. */
export const titleOfBrief = (brief: string): string => excerpt(visibleLine(brief), 100)

const clean = (text: string): string => text.normalize("NFC").trim()

const cleanOrNull = (text: string | null | undefined): string | null => {
  const cleaned = clean(text ?? "")
  return cleaned === "" ? null : cleaned
}

const cleanAll = (texts: ReadonlyArray<string>): ReadonlyArray<string> => texts.map(clean)

/** A draft as it is judged and stored: in NFC, without white space at the ends, and without empty texts. */
export const cleanDraft = (draft: ResearchQuestionDraft): ResearchQuestionDraft => {
  const given = draft.kind_options
  return {
    text: clean(draft.text),
    kind: draft.kind ?? null,
    kind_options: given === null || given === undefined ? null : {
      ...given,
      ...(given.options ? { options: cleanAll(given.options) } : {}),
      ...(given.rows ? { rows: cleanAll(given.rows) } : {}),
      ...(given.columns ? { columns: cleanAll(given.columns) } : {}),
      ...(given.statement ? { statement: clean(given.statement) } : {})
    },
    resolution_signal: cleanOrNull(draft.resolution_signal),
    resolution_date: cleanOrNull(draft.resolution_date),
    resolution_threshold: cleanOrNull(draft.resolution_threshold)
  }
}

const part = { max: questionPartMax, isLine: true }

/** Faults that every question is refused for, besides the framing rules: missing texts, or texts too long to store. */
const judgeTexts = (draft: ResearchQuestionDraft, field: string): ReadonlyArray<Failure | undefined> => {
  const { columns, options, rows, statement } = draft.kind_options ?? {}
  const listed = (name: string, texts: ReadonlyArray<string> | null | undefined) =>
    (texts ?? []).map((text, at) => judgeText(`kind_options.${name}[${at}]`, text, part))
  return [
    judgeText(field, draft.text, { max: questionTextMax, isLine: true }),
    judgeText("resolution_threshold", draft.resolution_threshold ?? "", part),
    ...listed("options", options),
    ...listed("rows", rows),
    ...listed("columns", columns),
    judgeText("kind_options.statement", statement ?? "", part)
  ]
}

/** A broken framing rule as a failure of the request. */
const framingFailure = (finding: FramingFinding, field: string): Failure => ({
  ...failure("FRAMING_REFUSED", finding.message, {
    field,
    ...(finding.measured === undefined ? {} : { measured: finding.measured }),
    ...(finding.limit === undefined ? {} : { limit: finding.limit })
  }),
  rule: finding.code
})

const isSignal = Schema.is(ResolutionSignal)

const accepted = (
  draft: ResearchQuestionDraft,
  { passed, rules_version, warnings }: FramingVerdict
): NewProjectQuestion => {
  const signal = draft.resolution_signal ?? null
  return {
    text: draft.text,
    kind: draft.kind ?? null,
    kind_options: draft.kind_options ?? null,
    resolution_signal: isSignal(signal) ? signal : null,
    resolution_date: draft.resolution_date ?? null,
    resolution_threshold: draft.resolution_threshold ?? null,
    framing: { passed, rules_version, warnings },
    fingerprint: questionFingerprint(draft)
  }
}

/** What a question of a project is judged by. */
export interface ProjectQuestionFacts {
  readonly kind: ProjectKind
  /** `YYYY-MM-DD`. */
  readonly today: string
  /** The fingerprints of the project's questions. */
  readonly others: ReadonlyArray<string>
}

/** A judged question: the fields to store, or all failures. */
export interface JudgedProjectQuestion {
  readonly question: NewProjectQuestion
  readonly failures: ReadonlyArray<Failure>
}

/**
 * Judges a question of a project by the framing rules (CP1); the failures come all at once. A question that an event
 * settles needs a kind.
 */
export const judgeProjectQuestion = (
  given: ResearchQuestionDraft,
  facts: ProjectQuestionFacts
): JudgedProjectQuestion => {
  const draft = cleanDraft(given)
  const verdict = frameQuestion(draft, {
    today: facts.today,
    purpose: purposeOf(facts.kind),
    others: new Set(facts.others)
  })
  return { question: accepted(draft, verdict), failures: draftFailures(draft, verdict, facts.kind) }
}

/** Experts of a simulation estimate what one number for each option can say. */
const kindFailure = ({ kind }: ResearchQuestionDraft, project: ProjectKind): Failure | undefined => {
  if (purposeOf(project) === "survey") return undefined
  if (kind === null || kind === undefined) {
    return failure("INVALID_REQUEST", "kind is required: binary, multi, matrix, likert or star_rating.", {
      field: "kind"
    })
  }
  return project !== "simulation" || kind === "binary" || kind === "multi"
    ? undefined
    : failure("INVALID_REQUEST", `kind must be binary or multi in a simulation; it is ${kind}.`, {
      field: "kind",
      measured: kind
    })
}

/** Everything that is wrong with a draft. */
const draftFailures = (
  draft: ResearchQuestionDraft,
  verdict: FramingVerdict,
  project: ProjectKind
): ReadonlyArray<Failure> =>
  [
    kindFailure(draft, project),
    ...judgeTexts(draft, "text"),
    ...verdict.failures.map((finding) => framingFailure(finding, finding.field))
  ].filter((found) => found !== undefined)

/** Judged questions: the fields to store, or all failures. */
export interface JudgedProjectQuestions {
  readonly questions: ReadonlyArray<NewProjectQuestion>
  readonly failures: ReadonlyArray<Failure>
}

/** Judges the first questions of a project. The field of a failure names the question: `questions[2].kind`. */
export const judgeProjectQuestions = (
  given: ReadonlyArray<ResearchQuestionDraft>,
  { kind, today }: Pick<ProjectQuestionFacts, "kind" | "today">
): JudgedProjectQuestions => {
  // Too many are not judged one by one: there may be any number of them.
  if (given.length > questionsPerProjectMax) return { questions: [], failures: countFailures(given.length) }
  const drafts = given.map(cleanDraft)
  const verdicts = frameQuestions(drafts, { today, purpose: purposeOf(kind) })
  return {
    questions: drafts.map((draft, at) => accepted(draft, verdicts[at]!)),
    failures: [
      ...countFailures(given.length),
      ...drafts.flatMap((draft, at) =>
        draftFailures(draft, verdicts[at]!, kind).map((found) => ({
          ...found,
          field: `questions[${at}].${found.field}`
        }))
      )
    ]
  }
}

/** What is wrong with the number of the questions with which a project begins. */
export const countFailures = (length: number): ReadonlyArray<Failure> =>
  length >= 1 && length <= questionsPerProjectMax ? [] : [
    failure("INVALID_REQUEST", `questions must have 1 to ${questionsPerProjectMax} entries; it has ${length}.`, {
      field: "questions",
      measured: length,
      limit: questionsPerProjectMax
    })
  ]

/** Judges the questions of a survey, given as texts. The field of a failure names the question: `questions[2]`. */
export const judgeSurveyQuestions = (
  texts: ReadonlyArray<string>,
  today: string
): JudgedProjectQuestions => {
  const drafts = texts.map((text) => cleanDraft({ text }))
  const verdicts = frameQuestions(drafts, { today, purpose: "survey" })
  return {
    questions: drafts.map((draft, at) => accepted(draft, verdicts[at]!)),
    failures: drafts.flatMap((draft, at) => [
      ...judgeTexts(draft, `questions[${at}]`).filter((found) => found !== undefined),
      ...verdicts[at]!.failures.map((finding) => framingFailure(finding, `questions[${at}]`))
    ])
  }
}
