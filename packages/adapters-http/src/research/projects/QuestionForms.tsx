import {
  likertScales,
  matrixColumnsMax,
  matrixRowsMax,
  multiOptionsMax,
  type ResearchQuestionKind,
  ResolutionSignal,
  starMaxima
} from "@auspex/domain/framing"
import { type Field, FoldedForm } from "../../kit/PageForm.tsx"

/** The kinds of questions as readers know them; `words` is a question of a survey that is answered in words. */
export const questionKinds = {
  binary: "Yes or no",
  multi: "One of several options",
  matrix: "A table: one choice in each row",
  likert: "Agreement with a statement",
  star_rating: "A number of stars",
  words: "In words"
} as const satisfies Readonly<Record<ResearchQuestionKind | "words", string>>

export type AskedKind = keyof typeof questionKinds

const signalNames = ResolutionSignal.literals.map((signal) => [signal, signal.replaceAll("_", " ")] as const)

const numbers = (values: ReadonlyArray<number>, unit: string) =>
  values.map((value) => [String(value), `${value} ${unit}`] as const)

const text: Field = {
  name: "text",
  label: "Question",
  control: { as: "area", rows: 2, required: true }
}

const lines = (name: string, label: string, max: number): Field => ({
  name,
  label,
  hint: `One per line, at most ${max}.`,
  covers: [`kind_options.${name}`],
  areEntries: true,
  control: { as: "area", rows: 4, required: true }
})

const particulars: Readonly<Record<AskedKind, ReadonlyArray<Field>>> = {
  binary: [],
  words: [],
  multi: [lines("options", "Options", multiOptionsMax)],
  matrix: [lines("rows", "Rows", matrixRowsMax), lines("columns", "Columns", matrixColumnsMax)],
  likert: [
    {
      name: "statement",
      label: "Statement to agree or disagree with",
      covers: ["kind_options.statement"],
      control: { as: "input", required: true }
    },
    {
      name: "scale",
      label: "Scale",
      covers: ["kind_options.scale"],
      control: { as: "select", options: numbers(likertScales, "points") }
    }
  ],
  star_rating: [{
    name: "max",
    label: "Highest rating",
    covers: ["kind_options.max"],
    control: { as: "select", options: numbers(starMaxima, "stars") }
  }]
}

/** By what a forecast is settled. */
export const resolutionFields: ReadonlyArray<Field> = [
  {
    name: "resolution_signal",
    label: "Settled by",
    control: { as: "select", options: [["", "Nothing yet"], ...signalNames] }
  },
  {
    name: "resolution_date",
    label: "Settled on",
    hint: "The day on which the answer is known at the latest.",
    control: { as: "input", type: "date" }
  },
  {
    name: "resolution_threshold",
    label: "Threshold",
    hint: "What exactly counts as yes, if the question does not say it: “at least 100 MW”.",
    control: { as: "input" }
  }
]

/** The name of the form for questions of a kind. */
export const questionFormId = (kind: AskedKind): string => `ask-${kind.replace("_", "-")}`

interface QuestionFormsProps {
  readonly action: string
  /** The kinds that the project takes. */
  readonly kinds: ReadonlyArray<AskedKind>
  /** Whether events settle the questions. */
  readonly isForecast: boolean
}

/** A form for questions of each kind. */
export const QuestionForms = ({ action, isForecast, kinds }: QuestionFormsProps) =>
  kinds.map((kind) => (
    <FoldedForm
      summary={questionKinds[kind]}
      id={questionFormId(kind)}
      action={action}
      hidden={{ kind }}
      fields={[text, ...particulars[kind], ...(isForecast ? resolutionFields : [])]}
      submit="Add the question"
    />
  ))
