import { multiDraft } from "./exampleDrafts.ts"
import type { FramingBreach, FramingRule } from "./FramingRule.ts"
import { everyQuestion, forecasts, ofKind } from "./FramingScope.ts"
import {
  kindOptionFields,
  type KindOptions,
  likertScales,
  matrixColumnsMax,
  matrixColumnsMin,
  matrixRowsMax,
  multiOptionsMax,
  multiOptionsMin,
  starMaxima
} from "./KindOptions.ts"
import { foldedWords } from "./QuestionFingerprint.ts"
import { isStated, type QuestionReading } from "./QuestionReading.ts"
import { wordsOf } from "./QuestionWords.ts"

const optionsOf = ({ draft }: QuestionReading): ReadonlyArray<string> => draft.kind_options?.options ?? []

/** The first text of a list that another one before it equals after folding. */
const repeated = (texts: ReadonlyArray<string>): string | undefined => {
  const seen = new Set<string>()
  for (const text of texts) {
    // A text of punctuation only is compared as it is.
    const key = foldedWords(text) || text.trim()
    if (seen.has(key)) return text.trim()
    seen.add(key)
  }
  return undefined
}

/** What is wrong with a list of texts: their number, an empty option, or a repeated option. */
const listBreach = (
  field: string,
  texts: ReadonlyArray<string> | null | undefined,
  min: number,
  max: number
): FramingBreach | undefined => {
  const list = texts ?? []
  if (list.length < min || list.length > max) {
    return { field, measured: `${field} has ${list.length}`, limit: `${min} to ${max}` }
  }
  if (list.some((text) => text.trim() === "")) return { field, measured: `${field} has an empty one` }
  const twice = repeated(list)
  return twice === undefined ? undefined : { field, measured: `${field} has "${twice}" twice` }
}

/** An option that holds what the others leave out. */
const remainders = new Set(
  ("other others another none neither else elsewhere someone somebody nobody no not never nothing any different later "
    + "unknown rest yes hold unchanged same tie draw remaining field").split(" ")
)

const connectors = new Set("of the de la du and & for und et y von van al el".split(" "))

const isName = (option: string): boolean =>
  wordsOf(option).words.every(({ isCapital, text }) =>
    (isCapital || connectors.has(text)) && !remainders.has(text) && !/^\p{Nd}+$/u.test(text)
  )

/** Whether every option is a name, so that the list may leave candidates out. Repetitions of an option do not count. */
const areNames = (options: ReadonlyArray<string>): boolean => {
  const seen = new Set<string>()
  return options.every((option) => {
    const key = foldedWords(option)
    const isRepeated = seen.has(key)
    seen.add(key)
    return isRepeated || isName(option)
  })
}

const scaleBreach = ({ scale, statement }: KindOptions): FramingBreach | undefined => {
  if (!isStated(statement)) return { field: "kind_options.statement", measured: "the statement is missing" }
  if (scale !== null && scale !== undefined && likertScales.includes(scale)) return undefined
  return {
    field: "kind_options.scale",
    measured: scale === null || scale === undefined ? "the scale is missing" : `the scale has ${scale} points`,
    limit: likertScales.join(" or ")
  }
}

/** The options that are given and that the kind does not have. */
const unusedOptions = ({ draft }: QuestionReading): ReadonlyArray<string> => {
  const taken: ReadonlyArray<string> = draft.kind === null || draft.kind === undefined
    ? []
    : kindOptionFields[draft.kind]
  return Object.entries(draft.kind_options ?? {}).flatMap(([field, value]) =>
    value === null || value === undefined || taken.includes(field) ? [] : [field]
  )
}

const plainText = "How important is each of these when you choose a bank?"

/** The rules about what a kind needs. */
export const kindRules: ReadonlyArray<FramingRule> = [
  {
    id: "options_count",
    since: 1,
    severity: "error",
    ...ofKind("multi"),
    field: "kind_options.options",
    message:
      `kind_options.options must have ${multiOptionsMin} to ${multiOptionsMax} options, none of them empty; {measured}.`,
    measures: "The number of options of a multi question.",
    examples: {
      bad: { draft: multiDraft("Which party will lead the next Dutch government on 30 June 2027?", ["D66"]) },
      good: {
        draft: multiDraft("Which party will lead the next Dutch government on 30 June 2027?", ["D66", "Another party"])
      }
    },
    check: ({ draft }) => {
      const options = draft.kind_options?.options ?? []
      const isRange = options.length >= multiOptionsMin && options.length <= multiOptionsMax
      if (isRange && options.every((option) => option.trim() !== "")) return undefined
      const limit = options.length > multiOptionsMax ? multiOptionsMax : multiOptionsMin
      return { measured: isRange ? "one is empty" : `it has ${options.length}`, limit }
    }
  },
  {
    id: "options_repeated",
    since: 1,
    severity: "error",
    ...ofKind("multi"),
    field: "kind_options.options",
    message:
      "kind_options.options must differ in more than case, accents and punctuation; \"{measured}\" appears twice.",
    measures: "Options that are equal after folding.",
    examples: {
      bad: { draft: multiDraft("Which city will host Expo 2035?", ["Malmö", "MALMO", "Another city"]) },
      good: { draft: multiDraft("Which city will host Expo 2035?", ["Malmö", "Berlin", "Another city"]) }
    },
    check: (question) => {
      const measured = repeated(optionsOf(question).filter((option) => option.trim() !== ""))
      return measured === undefined ? undefined : { measured }
    }
  },
  {
    id: "matrix_invalid",
    since: 1,
    severity: "error",
    ...ofKind("matrix"),
    field: "kind_options",
    message:
      `kind_options must have 1 to ${matrixRowsMax} rows and ${matrixColumnsMin} to ${matrixColumnsMax} columns, none empty or repeated; {measured}.`,
    measures: "The numbers of rows and columns of a matrix, and texts that are equal after folding.",
    examples: {
      bad: { draft: { text: plainText, kind: "matrix", kind_options: { rows: ["Fees"] } }, purpose: "survey" },
      good: {
        draft: { text: plainText, kind: "matrix", kind_options: { rows: ["Fees"], columns: ["Little", "Very"] } },
        purpose: "survey"
      }
    },
    check: ({ draft }) =>
      listBreach("kind_options.rows", draft.kind_options?.rows, 1, matrixRowsMax)
        ?? listBreach("kind_options.columns", draft.kind_options?.columns, matrixColumnsMin, matrixColumnsMax)
  },
  {
    id: "likert_invalid",
    since: 1,
    severity: "error",
    ...ofKind("likert"),
    field: "kind_options",
    message: `kind_options must have a statement and a scale of ${likertScales.join(" or ")} points; {measured}.`,
    measures: "The statement and the points of the scale.",
    examples: {
      bad: {
        draft: {
          text: "How far do you agree?",
          kind: "likert",
          kind_options: { scale: 6, statement: "Fees are fair." }
        },
        purpose: "survey"
      },
      good: {
        draft: {
          text: "How far do you agree?",
          kind: "likert",
          kind_options: { scale: 5, statement: "Fees are fair." }
        },
        purpose: "survey"
      }
    },
    check: ({ draft }) => scaleBreach(draft.kind_options ?? {})
  },
  {
    id: "star_rating_invalid",
    since: 1,
    severity: "error",
    ...ofKind("star_rating"),
    field: "kind_options.max",
    message: `kind_options.max must be ${starMaxima.join(" or ")}; {measured}.`,
    measures: "The highest number of stars.",
    examples: {
      bad: { draft: { text: "How would you rate our app?", kind: "star_rating", kind_options: { max: 3 } } },
      good: { draft: { text: "How would you rate our app?", kind: "star_rating", kind_options: { max: 5 } } }
    },
    check: ({ draft }) => {
      const max = draft.kind_options?.max ?? undefined
      if (max !== undefined && starMaxima.includes(max)) return undefined
      return { measured: max === undefined ? "it is missing" : `it is ${max}`, limit: starMaxima.join(" or ") }
    }
  },
  {
    id: "options_not_exhaustive",
    since: 1,
    severity: "warning",
    applies_to: ["multi"],
    purposes: forecasts.purposes,
    field: "kind_options.options",
    message: "kind_options.options are names only; add one for every other outcome, such as \"Another\" or \"None\".",
    measures: "Whether the options of a forecast are all names, and none of them stands for the rest.",
    examples: {
      bad: { draft: multiDraft("Who will win the 2027 Tour de France?", ["Tadej Pogačar", "Jonas Vingegaard"]) },
      good: { draft: multiDraft("Who will win the 2027 Tour de France?", ["Tadej Pogačar", "Another rider"]) }
    },
    check: (question) => {
      const options = optionsOf(question)
      return options.length >= multiOptionsMin && areNames(options) ? { measured: options.length } : undefined
    }
  },
  {
    id: "kind_options_unused",
    since: 1,
    severity: "warning",
    ...everyQuestion,
    field: "kind_options",
    message: "kind_options has {measured}, which does not belong to this kind of question.",
    measures: "Fields of kind_options that are given and belong to another kind.",
    examples: {
      bad: {
        draft: {
          text: "How would you rate our app?",
          kind: "star_rating",
          kind_options: { max: 5, options: ["Good", "Bad"] }
        }
      },
      good: { draft: { text: "How would you rate our app?", kind: "star_rating", kind_options: { max: 5 } } }
    },
    check: (question) => {
      const unused = unusedOptions(question)
      return unused.length === 0 ? undefined : { measured: unused.join(", "), field: `kind_options.${unused[0]}` }
    }
  }
]
