/** How a language writes the values that JSON writes as true, false and null. */
export interface LiteralWords {
  readonly true: string
  readonly false: string
  readonly null: string
}

/** JSON, and the literals of JavaScript. */
export const jsonWords: LiteralWords = { true: "true", false: "false", null: "null" }

export const pythonWords: LiteralWords = { true: "True", false: "False", null: "None" }

export interface LiteralOptions {
  readonly words?: LiteralWords
  /** The white space before the first line, which further lines begin with. */
  readonly indent?: string
  /** Longer lists end with a note of how many items follow. */
  readonly itemsMax?: number
  /** Longer texts end with an ellipsis. */
  readonly charactersMax?: number
}

/** Values that fit into this many characters stand on one line. */
const lineWidthMax = 56

/** Cut between code points, since half a surrogate pair is no text. */
const textOf = (text: string, charactersMax: number): string => {
  const characters = [...text]
  return JSON.stringify(characters.length > charactersMax ? `${characters.slice(0, charactersMax).join("")}…` : text)
}

/**
 * A value of JSON as a literal, on one line where it fits.
 *
 * @example literalText({ yes: true, of: [1, 2] }, { words: pythonWords }) // `{"yes": True, "of": [1, 2]}`
 */
export const literalText = (value: unknown, options: LiteralOptions = {}): string => {
  const { charactersMax = Infinity, indent = "", itemsMax = Infinity, words = jsonWords } = options
  if (value === null) return words.null
  if (typeof value === "boolean") return words[`${value}`]
  if (typeof value === "string") return textOf(value, charactersMax)
  if (typeof value !== "object") return JSON.stringify(value)
  const inner = { ...options, indent: `${indent}  ` }
  const [open, close] = Array.isArray(value) ? "[]" : "{}"
  const parts = Array.isArray(value)
    ? [
      ...value.slice(0, itemsMax).map((item) => literalText(item, inner)),
      ...(value.length > itemsMax ? [`… ${value.length - itemsMax} more`] : [])
    ]
    : Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}: ${literalText(part, inner)}`)
  const line = `${open}${parts.join(", ")}${close}`
  if (parts.length === 0 || (line.length + indent.length <= lineWidthMax && !line.includes("\n"))) return line
  return `${open}\n${parts.map((part) => `${indent}  ${part}`).join(",\n")}\n${indent}${close}`
}
