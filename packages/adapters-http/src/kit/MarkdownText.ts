/** Characters that begin or end markup in Markdown (CommonMark, with the tables of GitHub). */
const markup = /[\\`*_[\]<>|~#&$]/g

/** Line breaks, controls, lone surrogates and the characters that reverse the order of what follows. */
const illegible = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/**
 * A text as one line of Markdown, which is shown as it is: white space is collapsed, and what would be markup, a cell of
 * a table or an HTML tag is escaped.
 *
 * @example markdownText("1. First") // "1\\. First"
 * @example markdownText("a | b\n<script>*") // "a \\| b \\<script\\>\\*"
 */
export const markdownText = (text: string): string =>
  text.replace(illegible, " ").replace(/\s+/gu, " ").trim().replace(markup, "\\$&")
    // Lists, rules and underlined headings begin a line.
    .replace(/^[-+=]/, "\\$&").replace(/^(\d+)(?=[.)])/, "$1\\")

/**
 * A table of GitHub's Markdown. The cells are Markdown already; the first column is aligned to the left, the others to
 * the right.
 *
 * @example markdownTable(["Family", "Answers"], [["gpt", "3"]]) // "| Family | Answers |\n| :-- | --: |\n| gpt | 3 |"
 */
export const markdownTable = (
  headers: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): string =>
  [headers, headers.map((_, at) => at === 0 ? ":--" : "--:"), ...rows].map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n")
