import { Schema } from "effect"
import { dataFile } from "../../kernel/dataFile.ts"
import { WordList } from "../../kernel/wordLists.ts"
import familyData from "./modelFamilies.json" with { type: "json" }

/** The model line that a model belongs to. Accounts of humans have the family `human`. */
export const ModelFamily = Schema.Literal(
  "gpt",
  "claude",
  "gemini",
  "llama",
  "mistral",
  "qwen",
  "deepseek",
  "grok",
  "other",
  "human"
)
export type ModelFamily = typeof ModelFamily.Type

/** How to recognise a family: by words in the model's name or, failing that, by its maker's name. */
const ModelFamilyRow = Schema.Struct({
  family: ModelFamily.pipe(
    Schema.pickLiteral("gpt", "claude", "gemini", "llama", "mistral", "qwen", "deepseek", "grok")
  ),
  /** Words that identify the family; each also matches when a digit follows (`llama3`, `gpt4o`). */
  names: WordList,
  /** Words that count only when no family matched by `names`: makers, and names too common to stand alone. */
  makers: WordList
})
interface ModelFamilyRow extends Schema.Schema.Type<typeof ModelFamilyRow> {}

const ModelFamilies = Schema.Struct({
  /** Increased with every change of the table, so that families stored by an older table can be recognised. */
  version: Schema.Int,
  /**
   * The families and the words that identify them. Sibling lines of the same maker belong to its family (Gemma to
   * Gemini, Codestral and Mixtral to Mistral, QwQ to Qwen), because a consensus should count models with shared training
   * together.
   */
  families: Schema.Array(ModelFamilyRow)
})

/** The table of families, in the order in which they are tried, and its version. */
export const { families: modelFamilies, version: modelFamilyVersion } = dataFile(
  "modelFamilies.json",
  ModelFamilies,
  familyData
)

/** Longer names are truncated. */
const modelLengthMax = 200

/**
 * The family of a model name. Case, separators and prefixes such as `openai/`, `anthropic.` or `models/` do not matter.
 * When a name contains several families, the first one counts (`deepseek-r1-distill-llama-70b` is deepseek). Takes
 * linear time.
 *
 * @example modelFamilyOf("openrouter/anthropic/Claude-3.5-Sonnet") // "claude"
 * @example modelFamilyOf("ollama/phi3") // "other"
 */
export const modelFamilyOf = (model: string): ModelFamily => {
  const words = model.slice(0, modelLengthMax).normalize("NFKC").toLowerCase().split(/[^a-z0-9]+/)
  return firstFamily(words, (row) => row.names) ?? firstFamily(words, (row) => row.makers) ?? "other"
}

const firstFamily = (
  words: ReadonlyArray<string>,
  marks: (row: ModelFamilyRow) => ReadonlyArray<string>
): ModelFamily | undefined => {
  for (const word of words) {
    const row = modelFamilies.find((candidate) => marks(candidate).some((mark) => isWord(word, mark)))
    if (row !== undefined) return row.family
  }
  return undefined
}

// `llama3` matches llama and `gpt4o` matches gpt, but `llamafile` does not; a mark that ends in a digit (`o1`) matches
// only as a whole word.
const isWord = (word: string, mark: string): boolean =>
  word === mark || (word.startsWith(mark) && /[a-z]$/.test(mark) && /\d/.test(word.charAt(mark.length)))
