import { isGeneralCode } from "../../wire/generalCodes.ts"
import type { ErrorExplanation } from "../../wire/ErrorCatalogue.ts"
import type { Json } from "../openApiSchemas.ts"
import { InlineText } from "./DescriptionText.tsx"

/** The id of the part of the page that explains an error. */
const errorIdOf = (code: string): string => `error-${code}`

/** `validation_error` is how the research API writes INVALID_REQUEST; it writes the others in lower case. */
const isGeneral = (code: string): boolean => isGeneralCode(code.toUpperCase()) || code === "validation_error"

interface ErrorRowProps {
  readonly of: ErrorExplanation
  readonly id?: string
  readonly example?: string
}

const ErrorRow = ({ example, id, of: { cause, code, fix, status } }: ErrorRowProps) => (
  <div id={id}>
    <dt>
      {status} <code>{code}</code>
    </dt>
    <dd>
      <InlineText of={cause} />{" "}
      <span class="meta">
        <InlineText of={fix} />
      </span>
      {example !== undefined && (
        <span class="meta">
          {" "}For example: {example}
        </span>
      )}
    </dd>
  </div>
)

interface OperationErrorsProps {
  readonly responses: Json
  readonly explanations: ReadonlyMap<string, ErrorExplanation>
}

/** The errors of an operation: its own with cause and remedy, those of many operations as links to theirs. */
export const OperationErrors = ({ explanations, responses }: OperationErrorsProps) => {
  const found = Object.values<Json>(responses).flatMap((one): ReadonlyArray<string> => one["x-codes"] ?? [])
    .flatMap((code) => explanations.get(code) ?? [])
  const own = found.filter(({ code }) => !isGeneral(code))
  const general = found.filter(({ code }) => isGeneral(code))
  return found.length === 0 ? null : (
    <>
      <h4>Errors</h4>
      {own.length > 0 && <dl class="params errors">{own.map((one) => <ErrorRow of={one} />)}</dl>}
      <p class="meta codes">
        {own.length > 0 && "Shared with many operations: "}
        {general.map(({ code, status }) => (
          <>
            <a href={`#${errorIdOf(code)}`}>
              {status} <code>{code}</code>
            </a>
            {" "}
          </>
        ))}
      </p>
    </>
  )
}

/** Every error with its cause, its remedy and an example. */
export const ErrorCatalogue = ({ of }: { readonly of: ReadonlyArray<ErrorExplanation> }) => (
  <dl class="params errors">
    {of.map((one) => <ErrorRow of={one} id={errorIdOf(one.code)} example={one.example} />)}
  </dl>
)
