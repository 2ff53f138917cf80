import type { Failure } from "@auspex/domain/kernel"
import { html, type HtmlAttributes, htmlText } from "./Html.ts"

/** The fields of a form as they were entered. */
export interface Entered {
  readonly get: (name: string) => string | null
  readonly getAll: (name: string) => ReadonlyArray<string>
}

/** A form that was refused: what was entered, and everything that is wrong with it. */
export interface RefusedForm {
  readonly id: string
  readonly entered: Entered
  readonly failures: ReadonlyArray<Failure>
}

/** One control of a form, with its label. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** The fields of a request whose failures are shown here; its own name unless given. */
  readonly covers?: ReadonlyArray<string>
  /** Whether each line is an entry of its own. */
  readonly areEntries?: boolean
  readonly control: Control
}

type Control =
  | ({ readonly as: "input"; readonly value?: string } & HtmlAttributes)
  | { readonly as: "area"; readonly rows: number; readonly required?: boolean; readonly value?: string }
  | {
    readonly as: "select"
    readonly options: ReadonlyArray<readonly [value: string, text: string]>
    readonly value?: string
  }
  | {
    readonly as: "checks"
    readonly options: ReadonlyArray<readonly [value: string, text: string]>
    readonly values?: ReadonlyArray<string>
  }

export interface Form {
  /** Unique in the page. */
  readonly id: string
  readonly action: string
  readonly formToken?: string
  /** Further fields that nobody sees. */
  readonly hidden?: Readonly<Record<string, string>>
  readonly fields: ReadonlyArray<Field>
  readonly submit: string
  readonly refused?: RefusedForm | undefined
}

/** A button that sends its form. */
export const submitButton = (
  text: string,
  kind?: "quiet" | "danger" | "text",
  attributes: HtmlAttributes = {}
): string => html("button", { type: "submit", class: kind, ...attributes }, htmlText(text))

const hiddenInput = (name: string, value: string): string => html("input", { type: "hidden", name, value })

/** The field by which a form of a session proves that it is one. */
export const formTokenField = "form_token"

/** This field, hidden. */
export const tokenInput = (formToken: string): string => hiddenInput(formTokenField, formToken)

const belongsTo = (field: string, names: ReadonlyArray<string>): boolean =>
  names.some((name) => field === name || field.startsWith(`${name}[`) || field.startsWith(`${name}.`))

/** The names of fields in a message as words; what a message quotes stays as it is. */
const inWords = (message: string): string => {
  const [said = "", ...quoted] = message.replace(/^kind_options must/, "The question must").split("\"")
  const words = said.replaceAll("kind_options.", "").replace(/\b[a-z]+_[a-z_]+\b/g, (name) => name.replaceAll("_", " "))
  return [words, ...quoted].join("\"")
}

/** A message as a sentence that calls a field as the form does, or by its line where each line is an entry. */
const sentence = ({ field = "", message }: Failure, { areEntries, label }: Partial<Field> = {}): string => {
  const [, index, part] = /\[(\d+)\](?:\.(\w+))?$/.exec(field) ?? []
  const line = areEntries === true && index !== undefined ? `Line ${Number(index) + 1}: ` : ""
  const name = line === "" ? label : part ?? "it"
  const named = name !== undefined && message.startsWith(`${field} `)
    ? `${name}${message.slice(field.length)}`
    : message
  const text = `${line}${inWords(named)}`
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

/** How many messages are shown in one place. */
const messagesMax = 20

/** The messages of failures as elements; of very many, the first ones and how many more there are. */
const sentences = (tag: "p" | "span", failures: ReadonlyArray<Failure>, field?: Field): ReadonlyArray<string> => [
  ...failures.slice(0, messagesMax).map((one) => html(tag, {}, htmlText(sentence(one, field)))),
  ...(failures.length > messagesMax ? [html(tag, {}, `And ${failures.length - messagesMax} more.`)] : [])
]

const messages = (id: string, field: Field, failures: ReadonlyArray<Failure>): string =>
  failures.length === 0 ? "" : html("span", { class: "wrong", id }, ...sentences("span", failures, field))

const controlOf = (field: Field, entered: Entered | undefined, shared: HtmlAttributes): string => {
  const { control, name } = field
  switch (control.as) {
    case "input": {
      const { as: _, value, ...attributes } = control
      const kept = control["type"] === "password" ? undefined : entered?.get(name) ?? value
      return html("input", { name, type: "text", ...attributes, value: kept, ...shared })
    }
    case "area": {
      const { required, rows, value = "" } = control
      // A line end after the tag is not part of the text.
      return html("textarea", { name, rows, required, ...shared }, `\n${htmlText(entered?.get(name) ?? value)}`)
    }
    case "select": {
      const chosen = entered?.get(name) ?? control.value
      return html(
        "select",
        { name, ...shared },
        ...control.options.map(([value, text]) => html("option", { value, selected: value === chosen }, htmlText(text)))
      )
    }
    case "checks": {
      const checked = entered?.getAll(name) ?? control.values ?? []
      return html(
        "span",
        { class: "checks" },
        ...control.options.map(([value, text]) =>
          html(
            "label",
            {},
            html("input", { type: "checkbox", name, value, checked: checked.includes(value) }),
            html("span", {}, htmlText(text))
          )
        )
      )
    }
  }
}

const fieldOf = (id: string, field: Field, refused: RefusedForm | undefined, isFirstWrong: boolean): string => {
  const wrong = (refused?.failures ?? []).filter((one) => belongsTo(one.field ?? "", field.covers ?? [field.name]))
  const [own, hint, error] = [`${id}-${field.name}`, `${id}-${field.name}-hint`, `${id}-${field.name}-wrong`]
  const described = [...(field.hint === undefined ? [] : [hint]), ...(wrong.length === 0 ? [] : [error])]
  const shared = {
    "aria-describedby": described.length === 0 ? undefined : described.join(" "),
    "aria-invalid": wrong.length === 0 ? undefined : "true",
    ...(isFirstWrong ? { autofocus: true } : {})
  }
  const explained = [
    field.hint === undefined ? "" : html("span", { class: "hint", id: hint }, htmlText(field.hint)),
    messages(error, field, wrong)
  ].join("")
  return field.control.as === "checks"
    ? html(
      "fieldset",
      { "aria-describedby": shared["aria-describedby"] },
      html("legend", {}, htmlText(field.label)),
      explained,
      controlOf(field, refused?.entered, {})
    )
    : html(
      "div",
      { class: "field" },
      html("label", { for: own }, htmlText(field.label)),
      explained,
      controlOf(field, refused?.entered, { id: own, ...shared })
    )
}

/**
 * A form that needs no script. After a refusal it keeps the input, states the failure at each field, and lists
 * failures without a field at its head; the first field that is wrong has the focus.
 */
export const pageForm = ({ action, fields, formToken, hidden = {}, id, refused, submit }: Form): string => {
  const own = refused?.id === id ? refused : undefined
  const isWrong = (field: Field): boolean =>
    own?.failures.some((one) => belongsTo(one.field ?? "", field.covers ?? [field.name])) ?? false
  const firstWrong = fields.findIndex(isWrong)
  const elsewhere =
    own?.failures.filter((one) => !fields.some((field) => belongsTo(one.field ?? "", field.covers ?? [field.name]))) ??
      []
  return html(
    "form",
    { method: "post", action, id, class: "fields" },
    formToken === undefined ? "" : tokenInput(formToken),
    ...Object.entries(hidden).map(([name, value]) => hiddenInput(name, value)),
    own === undefined ? "" : html(
      "div",
      { class: "refusal", role: "alert" },
      ...(elsewhere.length === 0
        ? [html("p", {}, "This was not accepted; the fields below say why.")]
        : sentences("p", elsewhere))
    ),
    ...fields.map((field, at) => fieldOf(id, field, own, at === firstWrong)),
    submitButton(submit)
  )
}

/** A form that is one button. */
export const buttonForm = (
  { action, formToken, hidden = {}, kind = "quiet", label, submit }: {
    readonly action: string
    readonly formToken: string
    readonly hidden?: Readonly<Record<string, string>>
    readonly submit: string
    readonly kind?: "quiet" | "danger" | "text"
    /** What the button does to what, where its text alone does not say it. */
    readonly label?: string
  }
): string =>
  html(
    "form",
    { method: "post", action },
    tokenInput(formToken),
    ...Object.entries(hidden).map(([name, value]) => hiddenInput(name, value)),
    submitButton(submit, kind, { "aria-label": label })
  )
