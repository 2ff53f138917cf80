import { counted, excerpt } from "@auspex/domain/kernel"
import { answerSpaceOf, textAnswerLengthMax } from "@auspex/domain/panels"
import { type SurveyForm, wholeResponse } from "@auspex/domain/surveyLinks"
import { escaped, escapedContent } from "../../kit/Svg.ts"
import { surveyFormStyles } from "./surveyFormStyles.ts"
import { dayText } from "../../kit/TimeTicks.ts"

/** A question of a form. */
export type FormQuestion = SurveyForm["questions"][number]

/** What somebody entered before, and what was wrong with it. */
export interface SurveyFormInput {
  readonly form: SurveyForm
  /** A random UUID by which a form that is sent twice is recognised. */
  readonly formId: string
  /** What was entered under a name; null for nothing. */
  readonly entered: (name: string) => string | null
  /** The field is the id of a question, or says that the whole form is meant. */
  readonly failures: ReadonlyArray<{ readonly field?: string; readonly message: string }>
}

/** The longest title of a page: browsers show less of it. */
const titleLengthMax = 100

/** A matrix with more columns is never shown as a table: there would be no room for their names. */
const tableColumnsMax = 6

/** The name of the hidden field that holds the form's id. */
export const formIdName = "form"

/**
 * The name under which a row of a question is sent; a question that is no matrix has one row.
 *
 * @example answerName({ id: "q", kind: "matrix" }, 2) // "q.2"
 * @example answerName({ id: "q", kind: "binary" }, 0) // "q"
 */
export const answerName = ({ id, kind }: Pick<FormQuestion, "id" | "kind">, row: number): string =>
  kind === "matrix" ? `${id}.${row}` : id

const page = (title: string, body: string): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapedContent(excerpt(title, titleLengthMax))}</title>
<style>${surveyFormStyles}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`

/** A page that says one thing, such as thanks. */
export const surveyNoticePage = (title: string, ...texts: ReadonlyArray<string>): string =>
  page(
    title,
    `<div class="notice">\n<h1>${escapedContent(title)}</h1>\n${
      texts.map((text) => `<p>${escapedContent(text)}</p>`).join("\n")
    }\n</div>`
  )

const hidden = (text: string): string => `<span class="hidden">${text}</span>`

interface RadioOptions {
  readonly name: string
  readonly value: string
  readonly entered: SurveyFormInput["entered"]
  /** The ids of what names it, when that is not its label alone. */
  readonly labelledBy?: string
}

const radio = ({ entered, labelledBy, name, value }: RadioOptions): string =>
  `<input type="radio" name="${escaped(name)}" value="${value}"${
    value !== "" && entered(name) === value ? " checked" : ""
  }${labelledBy === undefined ? "" : ` aria-labelledby="${labelledBy}"`}>`

/** Takes a choice back, which a radio button cannot do by itself. */
const noAnswer = (name: string, entered: SurveyFormInput["entered"]): string =>
  `<label class="none">${radio({ name, value: "", entered })}<span>No answer</span></label>`

const choices = (
  options: ReadonlyArray<string>,
  name: string,
  entered: SurveyFormInput["entered"]
): string =>
  [
    ...options.map((option, at) =>
      `<label class="option">${radio({ name, value: String(at), entered })}<span dir="auto">${
        escapedContent(option)
      }</span></label>`
    ),
    noAnswer(name, entered)
  ].join("\n")

const scaleEnds = { first: "Strongly disagree", last: "Strongly agree" } as const

const scale = (points: ReadonlyArray<string>, name: string, entered: SurveyFormInput["entered"]): string => {
  const meaning = (at: number): string =>
    at === 0 ? hidden(`, ${scaleEnds.first}`) : at === points.length - 1 ? hidden(`, ${scaleEnds.last}`) : ""
  return `<div class="points n${points.length}">
${
    points.map((point, at) =>
      `<label>${radio({ name, value: String(at), entered })}<span>${point}${meaning(at)}</span></label>`
    ).join("\n")
  }
</div>
<p class="ends" aria-hidden="true"><span>${scaleEnds.first}</span><span>${scaleEnds.last}</span></p>
${noAnswer(name, entered)}`
}

const star = "<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\" focusable=\"false\">"
  + "<path d=\"M12 2.8l2.85 5.8 6.4.93-4.63 4.5 1.1 6.37L12 17.4l-5.72 3 1.1-6.37-4.63-4.5 6.4-.93z\"/></svg>"

const stars = (points: ReadonlyArray<string>, name: string, entered: SurveyFormInput["entered"]): string =>
  `<div class="points stars n${points.length}">
${
    points.map((point, at) =>
      `<label>${radio({ name, value: String(at), entered })}${star}<span>${point}${
        hidden(at === 0 ? " star" : " stars")
      }</span></label>`
    ).join("\n")
  }
</div>
${noAnswer(name, entered)}`

/** Every button is named by its row and its column, so that it is understood wherever the cell stands. */
const matrix = (
  question: FormQuestion,
  { options, rows }: { readonly options: ReadonlyArray<string>; readonly rows: ReadonlyArray<string> },
  entered: SurveyFormInput["entered"]
): string => {
  const id = escaped(question.id)
  const columnId = (value: string): string => `c-${id}-${value}`
  const head = [...options.map((option, place) => [String(place), option] as const), ["", "No answer"] as const].map(
    ([value, option]) => `<th scope="col" id="${columnId(value)}" dir="auto">${escapedContent(option)}</th>`
  )
  const cell = (row: number, value: string, column: string): string =>
    `<td${value === "" ? " class=\"skip\"" : ""}><label>${
      radio({ name: answerName(question, row), value, entered, labelledBy: `r-${id}-${row} ${columnId(value)}` })
    }<span class="column" dir="auto">${escapedContent(column)}</span></label></td>`
  const body = rows.map((row, at) =>
    `<tr><th scope="row" id="r-${id}-${at}" dir="auto">${escapedContent(row)}</th>${
      options.map((option, place) => cell(at, String(place), option)).join("")
    }${cell(at, "", "No answer")}</tr>`
  )
  return `<table${options.length > tableColumnsMax ? " class=\"stacked\"" : ""}>
<thead><tr><td></td>${head.join("")}</tr></thead>
<tbody>
${body.join("\n")}
</tbody>
</table>`
}

/** A text between tags in which line breaks stay. */
const lines = (text: string): string => text.split(/\r\n?|\n/u).map(escapedContent).join("\n")

const words = ({ id }: FormQuestion, entered: SurveyFormInput["entered"]): string =>
  // The first line break after the tag is no part of the text.
  `<textarea name="${escaped(id)}" rows="3" maxlength="${textAnswerLengthMax}" aria-labelledby="t-${
    escaped(id)
  }" dir="auto">
${lines(entered(id) ?? "")}</textarea>
<p class="quiet">In your own words, ${counted(textAnswerLengthMax, "character")} at most. Please name no persons.</p>`

const controls = (question: FormQuestion, entered: SurveyFormInput["entered"]): string => {
  const space = answerSpaceOf(question)
  const name = answerName(question, 0)
  if (space === null) return words(question, entered)
  switch (question.kind) {
    case "matrix":
      return matrix(question, space, entered)
    case "likert":
      return scale(space.options, name, entered)
    case "star_rating":
      return stars(space.options, name, entered)
    case "binary":
      return choices(["Yes", "No"], name, entered)
    default:
      return choices(space.options, name, entered)
  }
}

const fieldOf = (question: FormQuestion, at: number, { entered, failures }: SurveyFormInput): string => {
  const { id, kind, kind_options, text } = question
  const flaws = failures.filter(({ field }) => field === id).map(({ message }) => message)
  const statement = kind === "likert" ? kind_options?.statement ?? null : null
  const described = [...(statement === null ? [] : [`s-${id}`]), ...(flaws.length === 0 ? [] : [`e-${id}`])].join(" ")
  return `<fieldset id="q-${escaped(id)}"${described === "" ? "" : ` aria-describedby="${escaped(described)}"`}>
<legend><span class="number">${at + 1}</span><span id="t-${escaped(id)}" dir="auto">${
    escapedContent(text)
  }</span></legend>
${
    [
      flaws.length === 0 ? "" : `<p class="error" id="e-${escaped(id)}">${flaws.map(escapedContent).join(" ")}</p>`,
      statement === null
        ? ""
        : `<p class="statement" id="s-${escaped(id)}" dir="auto">${escapedContent(statement)}</p>`,
      controls(question, entered)
    ].filter((part) => part !== "").join("\n")
  }
</fieldset>`
}

/** What is wrong, at the top, with a way to each question. */
const summary = ({ failures, form: { questions } }: SurveyFormInput): string => {
  if (failures.length === 0) return ""
  const places = new Map(questions.map(({ id }, at) => [id, at + 1]))
  const items = failures.map(({ field = wholeResponse, message }) => {
    const place = places.get(field)
    const link = place === undefined ? "" : `<a href="#q-${escaped(field)}">Question ${place}</a>: `
    return `<li>${link}${escapedContent(message)}</li>`
  })
  return `<div class="summary" role="alert">
<h2>Nothing has been sent yet</h2>
<ul>
${items.join("\n")}
</ul>
</div>
`
}

const instant = (at: Date): string => `${dayText(at)}, ${at.toISOString().slice(11, 16)}\u00a0UTC`

/**
 * The page on which somebody answers a survey: HTML without scripts, readable from 320 pixels on, with everything that it
 * needs in itself.
 */
export const surveyFormPage = (input: SurveyFormInput): string => {
  const { form: { closes_at, is_personal, questions, title }, formId } = input
  return page(
    input.failures.length === 0 ? title : `Please check: ${title}`,
    `<header>
<h1 dir="auto">${escapedContent(title)}</h1>
<p class="quiet">${counted(questions.length, "question")}. Leave out those that you do not want to answer.${
      closes_at === null ? "" : ` Open until <time datetime="${closes_at.toISOString()}">${instant(closes_at)}</time>.`
    }</p>
</header>
${summary(input)}<form method="post" accept-charset="utf-8">
<input type="hidden" name="${formIdName}" value="${escaped(formId)}">
${questions.map((question, at) => fieldOf(question, at, input)).join("\n")}
<p class="quiet">Your answers and the time are stored, and nothing else with them: no name, no address of your device, no cookie.${
      is_personal
        ? " This invitation is for one person, so whoever sent it to you can tell that the answers are yours."
        : ""
    }</p>
<button type="submit">Send my answers</button>
</form>`
  )
}
