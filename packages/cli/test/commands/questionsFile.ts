/** The columns of the file. */
const header = [
  "question",
  "category",
  "subcategory",
  "timeframe",
  "resolution_source",
  "resolution_date",
  "question_type",
  "options",
  "weight",
  "context"
] as const

type Row = Record<typeof header[number], string>

const row = (number: number): Row => ({
  question: `Will index number ${number} of the example exchange close above ${1_000 + number} points before 2090?`,
  category: "technology",
  subcategory: "",
  timeframe: "long",
  resolution_source: "Example Exchange, \"closing values\"",
  resolution_date: "2089-12-31",
  question_type: number % 4 === 0 ? "multi" : "",
  options: number % 4 === 0 ? "Above | Below | Exactly" : "",
  weight: String(1 + (number % 5)),
  context: number % 10 === 0 ? "First line\nsecond line, with a comma" : ""
})

/** The faults of seven of the two hundred rows, by number; `field` is the reported field. */
const spoiled: ReadonlyMap<number, { readonly field: string; readonly change: Partial<Row> }> = new Map([
  [6, { field: "category", change: { category: "sports" } }],
  [31, { field: "resolution_date", change: { resolution_date: "2020-01-01" } }],
  [55, { field: "resolution_source", change: { resolution_source: "" } }],
  [81, { field: "weight", change: { weight: "9" } }],
  [111, { field: "options", change: { question_type: "multi" } }],
  [150, { field: "question", change: { question: row(3).question.toUpperCase() } }],
  [199, { field: "timeframe", change: { timeframe: "soon" } }]
])

const cell = (text: string): string => /[",\r\n]/.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text

/**
 * A CSV file of two hundred questions of which seven are bad, and their physical lines (line breaks in cells count).
 */
export const questionsFile = (lineBreak: "\n" | "\r\n" = "\n") => {
  const lines: Array<string> = [header.join(",")]
  const bad: Array<{ readonly line: number; readonly field: string }> = []
  let at = 2
  for (let number = 0; number < 200; number++) {
    const wrong = spoiled.get(number)
    const values = { ...row(number), ...wrong?.change }
    const text = header.map((name) => cell(values[name].replaceAll("\n", lineBreak))).join(",")
    if (wrong !== undefined) bad.push({ line: at, field: wrong.field })
    lines.push(text)
    at += text.split(lineBreak).length
  }
  return { text: lines.join(lineBreak) + lineBreak, bad }
}

/** The valid questions of the file as objects. */
export const questionObjects = (count: number): ReadonlyArray<Record<string, unknown>> =>
  Array.from({ length: count }, (_, number) => {
    const { options, question_type: _type, subcategory: _none, weight, ...rest } = row(number)
    return { ...rest, weight: Number(weight), ...(options === "" ? {} : { options: options.split(" | ") }) }
  })
