import type { Failure } from "@auspex/domain/kernel"
import type { InputHTMLAttributes } from "preact"
import type { Html } from "./Html.tsx"
import { usePage, useRefused } from "./PageContext.ts"
import type { FormInput } from "./RefusedForm.ts"

/** The values that a select or checkboxes offer, with their texts. */
export type Options = ReadonlyArray<readonly [value: string, text: string]>

type Control =
  | ({ readonly as: "input"; readonly value?: string } & Omit<InputHTMLAttributes, "name" | "id" | "value">)
  | { readonly as: "area"; readonly rows: number; readonly required?: boolean; readonly value?: string }
  | { readonly as: "select"; readonly options: Options; readonly value?: string }
  | { readonly as: "checks"; readonly options: Options; readonly values?: ReadonlyArray<string> }
  | { readonly as: "radios"; readonly options: Options; readonly value?: string }

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
  /** Stands below the control. */
  readonly below?: Html
}

export interface PageFormProps {
  /** Unique in the page. */
  readonly id: string
  readonly action: string
  readonly hidden?: Readonly<Record<string, string>>
  readonly fields?: ReadonlyArray<Field>
  readonly submit: string
}

/** The field by which a form proves that it belongs to a session. */
export const formTokenField = "form_token"

const belongsTo = (field: string, names: ReadonlyArray<string>): boolean =>
  names.some((name) => field === name || field.startsWith(`${name}[`) || field.startsWith(`${name}.`))

/** The names of fields in a message as words; what a message quotes stays as it is. */
const inWords = (message: string): string => {
  const [start = "", ...quoted] = message.replace(/^kind_options must/, "The question must").split("\"")
  const words = start.replaceAll("kind_options.", "").replace(
    /\b[a-z]+_[a-z_]+\b/g,
    (name) => name.replaceAll("_", " ")
  )
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
const sentences = (Tag: "p" | "span", failures: ReadonlyArray<Failure>, field?: Field): Html => [
  ...failures.slice(0, messagesMax).map((one) => <Tag>{sentence(one, field)}</Tag>),
  failures.length > messagesMax && <Tag>And {failures.length - messagesMax} more.</Tag>
]

/** The options of a select. */
export const SelectOptions = (
  { chosen, options }: { readonly options: Options; readonly chosen: string | undefined }
) => options.map(([value, text]) => <option value={value} selected={value === chosen}>{text}</option>)

const controlOf = (field: Field, input: FormInput | undefined, shared: InputHTMLAttributes): Html => {
  const { control, name } = field
  switch (control.as) {
    case "input": {
      const { as: _, value, ...attributes } = control
      const kept = control.type === "password" ? undefined : input?.get(name) ?? value
      return <input name={name} type="text" {...attributes} value={kept} {...shared} />
    }
    case "area":
      // Browsers drop the first line end after the tag.
      return (
        <textarea name={name} rows={control.rows} required={control.required} {...shared as object}>
          {`\n${input?.get(name) ?? control.value ?? ""}`}
        </textarea>
      )
    case "select":
      return (
        <select name={name} {...shared as object}>
          <SelectOptions options={control.options} chosen={input?.get(name) ?? control.value} />
        </select>
      )
    case "radios": {
      const chosen = input?.get(name) ?? control.value
      return (
        <div class="choice">
          {control.options.map(([value, text]) => (
            <label>
              <input type="radio" name={name} value={value} checked={value === chosen} required />
              <span>{text}</span>
            </label>
          ))}
        </div>
      )
    }
    case "checks": {
      const checked = input?.getAll(name) ?? control.values ?? []
      return (
        <span class="checks">
          {control.options.map(([value, text]) => (
            <label>
              <input type="checkbox" name={name} value={value} checked={checked.includes(value)} />
              <span>{text}</span>
            </label>
          ))}
        </span>
      )
    }
  }
}

interface FieldProps {
  readonly form: string
  readonly field: Field
  readonly input: FormInput | undefined
  readonly wrong: ReadonlyArray<Failure>
  readonly hasFocus: boolean
}

const FieldPart = ({ field, form, hasFocus, input, wrong }: FieldProps) => {
  const id = `${form}-${field.name}`
  const described = [field.hint !== undefined && `${id}-hint`, wrong.length > 0 && `${id}-wrong`]
    .filter((one) => one !== false).join(" ") || undefined
  const explained = [
    field.hint !== undefined && <span class="hint" id={`${id}-hint`}>{field.hint}</span>,
    wrong.length > 0 && <span class="wrong" id={`${id}-wrong`}>{sentences("span", wrong, field)}</span>
  ]
  if (field.control.as === "checks" || field.control.as === "radios") {
    return (
      <fieldset aria-describedby={described}>
        <legend>{field.label}</legend>
        {explained}
        {controlOf(field, input, {})}
      </fieldset>
    )
  }
  return (
    <div class="field">
      <label for={id}>{field.label}</label>
      {explained}
      {controlOf(field, input, {
        id,
        "aria-describedby": described,
        "aria-invalid": wrong.length > 0 ? "true" : undefined,
        ...(hasFocus ? { autofocus: true } : {})
      })}
      {field.below}
    </div>
  )
}

const HiddenInputs = ({ of }: { readonly of: Readonly<Record<string, string>> }) =>
  Object.entries(of).map(([name, value]) => <input type="hidden" name={name} value={value} />)

interface PostFormProps {
  /** The address of the page itself unless given. */
  readonly action?: string
  readonly hidden?: Readonly<Record<string, string>> | undefined
  readonly id?: string
  readonly class?: string
  readonly children: Html
}

/** A form that is posted. On a page of a session it carries the token of the session. */
export const PostForm = ({ action, children, class: className, hidden = {}, id }: PostFormProps) => {
  const { reader } = usePage()
  return (
    <form method="post" action={action} id={id} class={className}>
      <HiddenInputs of={{ ...(reader && { [formTokenField]: reader.formToken }), ...hidden }} />
      {children}
    </form>
  )
}

/**
 * A form that needs no script. After a refusal it keeps the input and shows the failures of each field beside it, and
 * other failures at its head; the first field with a failure has the focus.
 */
export const PageForm = ({ action, fields = [], hidden, id, submit }: PageFormProps) => {
  const refused = useRefused(id)
  const failures = refused?.failures ?? []
  const isOf = (field: Field) => ({ field: name = "" }: Failure) => belongsTo(name, field.covers ?? [field.name])
  const firstWrong = fields.find((field) => failures.some(isOf(field)))
  const elsewhere = failures.filter((one) => !fields.some((field) => isOf(field)(one)))
  return (
    <PostForm action={action} id={id} class="fields" hidden={hidden}>
      {refused && (
        <div class="refusal" role="alert">
          {elsewhere.length === 0
            ? <p>This was not accepted; the fields below say why.</p>
            : sentences("p", elsewhere)}
        </div>
      )}
      {fields.map((field) => (
        <FieldPart
          form={id}
          field={field}
          input={refused?.input}
          wrong={failures.filter(isOf(field))}
          hasFocus={field === firstWrong}
        />
      ))}
      <button type="submit">{submit}</button>
    </PostForm>
  )
}

interface ButtonFormProps {
  readonly action: string
  readonly hidden?: Readonly<Record<string, string>>
  readonly submit: string
  readonly kind?: "quiet" | "danger" | "text"
  /** The accessible name, where the text of the button alone is ambiguous. */
  readonly label?: string
}

/** A form with nothing but a button. */
export const ButtonForm = ({ action, hidden, kind = "quiet", label, submit }: ButtonFormProps) => (
  <PostForm action={action} hidden={hidden}>
    <button type="submit" class={kind} aria-label={label}>{submit}</button>
  </PostForm>
)

/** Details that the reader opens. */
export const Folded = ({ about, children, isOpen = false, summary }: {
  readonly summary: string
  readonly about?: string
  readonly isOpen?: boolean
  readonly children: Html
}) => (
  <details open={isOpen}>
    <summary>
      {summary}
      {about !== undefined && <span class="about">{about}</span>}
    </summary>
    <div>{children}</div>
  </details>
)

/** A form that the reader opens; it is open after a refusal. */
export const FoldedForm = ({ about, isOpen = false, summary, ...form }: PageFormProps & {
  readonly summary: string
  readonly about?: string
  readonly isOpen?: boolean
}) => (
  <Folded summary={summary} isOpen={useRefused(form.id) !== undefined || isOpen} {...(about && { about })}>
    <PageForm {...form} />
  </Folded>
)
