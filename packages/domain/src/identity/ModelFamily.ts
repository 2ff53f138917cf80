import { Schema } from "effect"

/** Which line of models a model belongs to; people, who have none, are the family `human`. */
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

/** Rises whenever a family or a row of the table changes, so that a stored family can be told from a newer reading. */
export const modelFamilyVersion = 2

/** How a family is known: by words of the model's own name, and failing those by its maker's name. */
export interface ModelFamilyRow {
  readonly family: Exclude<ModelFamily, "other" | "human">
  /** A word of the name is one of these, or begins with one that a digit follows (`llama3`, `gpt4o`). */
  readonly names: ReadonlyArray<string>
  /** Words that count only when no name was found: makers, and names too common to stand alone. */
  readonly makers: ReadonlyArray<string>
}

/**
 * The table. The open sisters of a line count with it (Gemma with Gemini, Codestral and Mixtral with Mistral, QwQ with
 * Qwen): what matters to a consensus is whose training a voice comes from.
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

/** Longer names are cut: no model needs more to be recognised. */
const modelLengthMax = 200

/**
 * The family of a model, by its name in whatever spelling its host uses: case, separators and prefixes such as
 * `openai/`, `anthropic.` or `models/` do not matter. Of several families in one name the first counts
 * (`deepseek-r1-distill-llama-70b` is deepseek). Linear in the name.
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

// `llama3` is llama and `gpt4o` is gpt, but `llamafile` is not; and a mark that ends in a digit (`o1`) stands alone.
const isWord = (word: string, mark: string): boolean =>
  word === mark || (word.startsWith(mark) && /[a-z]$/.test(mark) && /\d/.test(word.charAt(mark.length)))
