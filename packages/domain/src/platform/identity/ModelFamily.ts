import { Schema } from "effect"

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

/**
 * The version of the table below. Increase it with every change, so that families stored by an older table can be
 * recognised.
 */
export const modelFamilyVersion = 2

/** How to recognise a family: by words in the model's name or, failing that, by its maker's name. */
interface ModelFamilyRow {
  readonly family: Exclude<ModelFamily, "other" | "human">
  /** Words that identify the family; each also matches when a digit follows (`llama3`, `gpt4o`). */
  readonly names: ReadonlyArray<string>
  /** Words that count only when no family matched by `names`: makers, and names too common to stand alone. */
  readonly makers: ReadonlyArray<string>
}

/**
 * The families and the words that identify them. Sibling lines of the same maker belong to its family (Gemma to Gemini,
 * Codestral and Mixtral to Mistral, QwQ to Qwen), because a consensus should count models with shared training
 * together.
 */
export const modelFamilies: ReadonlyArray<ModelFamilyRow> = [
  { family: "gpt", names: ["gpt", "chatgpt", "davinci", "codex", "o1", "o3", "o4"], makers: ["openai"] },
  { family: "claude", names: ["claude"], makers: ["anthropic", "sonnet", "opus", "haiku"] },
  { family: "gemini", names: ["gemini", "gemma", "codegemma", "medgemma", "learnlm", "palm", "bard"], makers: [] },
  { family: "llama", names: ["llama", "codellama", "tinyllama"], makers: [] },
  {
    family: "mistral",
    names: [
      "mistral",
      "mixtral",
      "ministral",
      "codestral",
      "devstral",
      "magistral",
      "mathstral",
      "pixtral",
      "voxtral"
    ],
    makers: ["mistralai"]
  },
  { family: "qwen", names: ["qwen", "codeqwen", "qwq", "qvq", "tongyi"], makers: [] },
  { family: "deepseek", names: ["deepseek"], makers: [] },
  { family: "grok", names: ["grok"], makers: ["xai"] }
]

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
