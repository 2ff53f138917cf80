import { counted, excerpt } from "@auspex/domain/kernel"
import { answerSpaceOf, textAnswerLengthMax } from "@auspex/domain/panels"
import { type SurveyForm, wholeResponse } from "@auspex/domain/surveyLinks"
import type { Html } from "../../kit/Html.tsx"
import { PostForm } from "../../kit/PageForm.tsx"
import { pageDocument } from "../../kit/PageFrame.tsx"
import { surveyFormStyles } from "./surveyFormStyles.ts"
import { dayText } from "../../kit/TimeTicks.ts"

/** A question of a form. */
export type FormQuestion = SurveyForm["questions"][number]

/** The data of the page: the survey, and after a refusal the input and its failures. */
export interface SurveyFormView {
  readonly form: SurveyForm
  /** A random UUID by which a form that is sent twice is recognised. */
  readonly formId: string
  /** The input of a field; null for nothing. */
  readonly input: (name: string) => string | null
  /** The field is the id of a question, or names the whole form. */
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

const page = (title: string, body: Html): string =>
  pageDocument({
    title: excerpt(title, titleLengthMax),
    styles: surveyFormStyles,
    head: <meta name="robots" content="noindex" />,
    body: <main>{body}</main>
  })

/** A page with one message, such as thanks. */
export const surveyNoticePage = (title: string, ...texts: ReadonlyArray<string>): string =>
  page(
    title,
    <div class="notice">
      <h1>{title}</h1>
      {texts.map((text) => <p>{text}</p>)}
    </div>
  )

interface InputProps {
  /** The name of the field. */
  readonly name: string
  readonly input: SurveyFormView["input"]
}

interface RadioProps extends InputProps {
  readonly value: string
  /** The ids of the elements that name it, when its label alone does not. */
  readonly labelledBy?: string
}

const Radio = ({ input, labelledBy, name, value }: RadioProps) => (
  <input
    type="radio"
    name={name}
    value={value}
    checked={value !== "" && input(name) === value}
    aria-labelledby={labelledBy}
  />
)

/** Takes a choice back, which a radio button cannot do by itself. */
const NoAnswer = (field: InputProps) => (
  <label class="none">
    <Radio {...field} value="" />
    <span>No answer</span>
  </label>
)

const Choices = ({ options, ...field }: InputProps & { readonly options: ReadonlyArray<string> }) => (
  <>
    {options.map((option, at) => (
      <label class="option">
        <Radio {...field} value={String(at)} />
        <span dir="auto">{option}</span>
      </label>
    ))}
    <NoAnswer {...field} />
  </>
)

interface PointsProps extends InputProps {
  readonly points: ReadonlyArray<string>
  readonly class?: string
  readonly mark?: Html
  /** The part of a point's name that only screen readers say. */
  readonly meaning: (at: number) => string
}

/** The points of a scale in one row. */
const Points = ({ class: className = "points", mark, meaning, points, ...field }: PointsProps) => (
  <div class={`${className} n${points.length}`}>
    {points.map((point, at) => (
      <label>
        <Radio {...field} value={String(at)} />
        {mark}
        <span>
          {point}
          {meaning(at) !== "" && <span class="hidden">{meaning(at)}</span>}
        </span>
      </label>
    ))}
  </div>
)

const scaleEnds = { first: "Strongly disagree", last: "Strongly agree" } as const

const Scale = ({ points, ...field }: InputProps & { readonly points: ReadonlyArray<string> }) => (
  <>
    <Points
      {...field}
      points={points}
      meaning={(at) => at === 0 ? `, ${scaleEnds.first}` : at === points.length - 1 ? `, ${scaleEnds.last}` : ""}
    />
    <p class="ends" aria-hidden="true">
      <span>{scaleEnds.first}</span>
      <span>{scaleEnds.last}</span>
    </p>
    <NoAnswer {...field} />
  </>
)

const star = (
  <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d="M12 2.8l2.85 5.8 6.4.93-4.63 4.5 1.1 6.37L12 17.4l-5.72 3 1.1-6.37-4.63-4.5 6.4-.93z" />
  </svg>
)

const Stars = ({ points, ...field }: InputProps & { readonly points: ReadonlyArray<string> }) => (
  <>
    <Points
      {...field}
      points={points}
      class="points stars"
      mark={star}
      meaning={(at) => at === 0 ? " star" : " stars"}
    />
    <NoAnswer {...field} />
  </>
)

interface MatrixProps extends Pick<InputProps, "input"> {
  readonly question: FormQuestion
  readonly options: ReadonlyArray<string>
  readonly rows: ReadonlyArray<string>
}

/** Every button is named by its row and its column, so that it is understood wherever the cell stands. */
const Matrix = ({ input, options, question, rows }: MatrixProps) => {
  const { id } = question
  const columns = [...options.map((option, at) => ({ value: String(at), text: option })), {
    value: "",
    text: "No answer"
  }]
  const columnId = (value: string): string => `c-${id}-${value}`
  return (
    <table class={options.length > tableColumnsMax ? "stacked" : undefined}>
      <thead>
        <tr>
          <td />
          {columns.map(({ text, value }) => <th scope="col" id={columnId(value)} dir="auto">{text}</th>)}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr>
            <th scope="row" id={`r-${id}-${at}`} dir="auto">{row}</th>
            {columns.map(({ text, value }) => (
              <td class={value === "" ? "skip" : undefined}>
                <label>
                  <Radio
                    name={answerName(question, at)}
                    value={value}
                    input={input}
                    labelledBy={`r-${id}-${at} ${columnId(value)}`}
                  />
                  <span class="column" dir="auto">{text}</span>
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Words = ({ input, name }: InputProps) => (
  <>
    {/* Browsers drop the first line end after the tag. */}
    <textarea name={name} rows={3} maxlength={textAnswerLengthMax} aria-labelledby={`t-${name}`} dir="auto">
      {`\n${(input(name) ?? "").replace(/\r\n?/gu, "\n")}`}
    </textarea>
    <p class="quiet">In your own words, {counted(textAnswerLengthMax, "character")} at most. Please name no persons.</p>
  </>
)

interface QuestionProps extends Pick<SurveyFormView, "input"> {
  readonly question: FormQuestion
}

const Controls = ({ input, question }: QuestionProps) => {
  const space = answerSpaceOf(question)
  const field = { name: answerName(question, 0), input }
  if (space === null) return <Words {...field} />
  switch (question.kind) {
    case "matrix":
      return <Matrix question={question} options={space.options} rows={space.rows} input={input} />
    case "likert":
      return <Scale points={space.options} {...field} />
    case "star_rating":
      return <Stars points={space.options} {...field} />
    case "binary":
      return <Choices options={["Yes", "No"]} {...field} />
    default:
      return <Choices options={space.options} {...field} />
  }
}

const QuestionPart = (
  { failures, input, place, question }: QuestionProps & Pick<SurveyFormView, "failures"> & { readonly place: number }
) => {
  const { id, kind, kind_options, text } = question
  const flaws = failures.filter(({ field }) => field === id).map(({ message }) => message)
  const statement = kind === "likert" ? kind_options?.statement : null
  const described = [...(statement ? [`s-${id}`] : []), ...(flaws.length === 0 ? [] : [`e-${id}`])].join(" ")
  return (
    <fieldset id={`q-${id}`} aria-describedby={described || undefined}>
      <legend>
        <span class="number">{place}</span>
        <span id={`t-${id}`} dir="auto">{text}</span>
      </legend>
      {flaws.length > 0 && <p class="error" id={`e-${id}`}>{flaws.join(" ")}</p>}
      {statement && <p class="statement" id={`s-${id}`} dir="auto">{statement}</p>}
      <Controls question={question} input={input} />
    </fieldset>
  )
}

/** The failures, at the top, with a link to each question. */
const Summary = ({ failures, form: { questions } }: SurveyFormView) => {
  const places = new Map(questions.map(({ id }, at) => [id, at + 1]))
  return (
    <div class="summary" role="alert">
      <h2>Nothing has been sent yet</h2>
      <ul>
        {failures.map(({ field = wholeResponse, message }) => (
          <li>
            {places.has(field) && [<a href={`#q-${field}`}>Question {places.get(field)}</a>, ": "]}
            {message}
          </li>
        ))}
      </ul>
    </div>
  )
}

const Instant = ({ at }: { readonly at: Date }) => (
  <time datetime={at.toISOString()}>{`${dayText(at)}, ${at.toISOString().slice(11, 16)}\u00a0UTC`}</time>
)

/**
 * The page of a survey for its respondents: HTML without scripts, readable from 320 pixels on, which loads nothing.
 */
export const surveyFormPage = (view: SurveyFormView): string => {
  const { failures, form: { closes_at, is_personal, questions, title }, formId, input } = view
  return page(
    failures.length === 0 ? title : `Please check: ${title}`,
    <>
      <header>
        <h1 dir="auto">{title}</h1>
        <p class="quiet">
          {counted(questions.length, "question")}. Leave out those that you do not want to answer.
          {closes_at && [" Open until ", <Instant at={closes_at} />, "."]}
        </p>
      </header>
      {failures.length > 0 && <Summary {...view} />}
      <PostForm hidden={{ [formIdName]: formId }}>
        {questions.map((question, at) => (
          <QuestionPart question={question} place={at + 1} input={input} failures={failures} />
        ))}
        <p class="quiet">
          Your answers and the time are stored, and nothing else with them: no name, no address of your device, no
          cookie.
          {is_personal
            && " This invitation is for one person, so the sender can tell that the answers are yours."}
        </p>
        <button type="submit">Send my answers</button>
      </PostForm>
    </>
  )
}
