import { Facts, Joined } from "../../kit/Html.tsx"
import type { ErrorExplanation } from "../../wire/ErrorCatalogue.ts"
import type { Json } from "../openApiSchemas.ts"
import { DescriptionText } from "./DescriptionText.tsx"
import { OperationErrors } from "./ErrorParts.tsx"
import { JsonExample, LanguageExamples } from "./ExampleParts.tsx"
import { FieldList, ParameterList } from "./FieldList.tsx"
import { accessInWords, accessOf, exampleCredential } from "./OperationAccess.ts"
import type { ListedOperation } from "./OperationGroup.ts"
import { type ExampleRequest, requestExamples } from "./requestExamples.ts"
import { componentNameOf, SchemaShape } from "./SchemaShape.tsx"

/** What the parts of the page look up in the document. */
export interface ReferenceContext {
  readonly schemas: Json
  readonly explanations: ReadonlyMap<string, ErrorExplanation>
}

const jsonType = "application/json"

const successesOf = ({ responses }: Json): ReadonlyArray<readonly [status: string, response: Json]> =>
  Object.entries<Json>(responses).filter(([status]) => /^2/.test(status))

const answerKind = (operation: Json): ExampleRequest["answer"] => {
  const types = successesOf(operation).flatMap(([, { content }]) => Object.keys(content ?? {}))
  if (types.length === 0) return "none"
  if (types.includes(jsonType)) return "json"
  return types.includes("text/event-stream") ? "stream" : "text"
}

const exampleRequest = ({ method, operation, path }: ListedOperation): ExampleRequest => ({
  method: method.toUpperCase(),
  path,
  query: (operation["parameters"] ?? []).flatMap(({ example, in: place, name, required }: Json) =>
    place === "query" && (required === true || example !== undefined)
      ? [[name, String(example ?? `{${name}}`)] as const]
      : []
  ),
  credential: exampleCredential[accessOf(operation["security"])],
  body: operation["requestBody"]?.content[jsonType]?.example,
  answer: answerKind(operation)
})

const spans: Readonly<Record<number, string>> = { 60: "a minute", 3_600: "an hour", 86_400: "a day" }

const Limits = ({ of: operation }: { readonly of: Json }) => {
  const rate: Json | undefined = operation["x-rate-limit"]
  const bytes: number | undefined = operation["x-body-bytes-max"]
  return (
    <Facts>
      {accessInWords[accessOf(operation["security"])]}
      {rate === undefined
        ? ""
        : `${rate["max"]} in ${spans[rate["window_seconds"]] ?? `${rate["window_seconds"]} s`} for each ${rate["by"]}`}
      {bytes === undefined || operation["requestBody"] === undefined ? "" : `bodies up to ${bytes / 1_024} KiB`}
    </Facts>
  )
}

const Body = ({ context, of }: { readonly of: Json; readonly context: ReferenceContext }) => {
  const schema: Json = of["content"][jsonType].schema
  const parts: ReadonlyArray<Json> = schema["anyOf"] ?? [schema]
  return (
    <>
      <h4>Body{of["required"] === false && <span class="meta">, optional</span>}</h4>
      {parts.map((part, at) => (
        <>
          {at > 0 && <p class="meta">or</p>}
          <FieldList
            of={part["$ref"] === undefined ? part : context.schemas[componentNameOf(part["$ref"])]}
            marks="required"
          />
        </>
      ))}
    </>
  )
}

const Answer = ({ of: [status, response] }: { readonly of: readonly [string, Json] }) => {
  const content: Json = response["content"] ?? {}
  const schema: Json | undefined = content[jsonType]?.schema
  const others = Object.keys(content).filter((type) => type !== jsonType)
  return (
    <>
      <h4>Answer {status}</h4>
      {schema !== undefined &&
        (schema["properties"] === undefined
          ? (
            <p>
              <SchemaShape of={schema} />
            </p>
          )
          : <FieldList of={schema} marks="optional" />)}
      {others.length > 0 && (
        <p>
          {schema !== undefined && "or "}
          <Joined between=" or ">{others.map((type) => <code>{type}</code>)}</Joined>
        </p>
      )}
      {Object.keys(content).length === 0 && <p>No content.</p>}
    </>
  )
}

interface OperationSectionProps {
  readonly of: ListedOperation
  readonly context: ReferenceContext
}

/** One operation: its words, parameters, fields and errors at the left, its examples at the right. */
export const OperationSection = ({ context, of: listed }: OperationSectionProps) => {
  const { method, operation, path } = listed
  const successes = successesOf(operation)
  const parameters: ReadonlyArray<Json> = operation["parameters"] ?? []
  return (
    <section class="op stack" id={operation["operationId"]}>
      <div class="twocol">
        <div class="stack">
          <h3>{operation["summary"]}</h3>
          <p class="verb">
            <b>{method.toUpperCase()}</b> <code>{path}</code>
          </p>
          <DescriptionText of={operation["description"] ?? ""} />
          <Limits of={operation} />
          {parameters.length > 0 && (
            <>
              <h4>Parameters</h4>
              <ParameterList of={parameters} />
            </>
          )}
          {operation["requestBody"] !== undefined && <Body of={operation["requestBody"]} context={context} />}
          {successes.map((success) => <Answer of={success} />)}
          {operation["responses"]["101"] !== undefined && <p>{operation["responses"]["101"].description}</p>}
        </div>
        {successes.length > 0 && (
          <div class="stack examples">
            <LanguageExamples of={requestExamples(exampleRequest(listed))} />
            {successes.map(([status, { content }]) =>
              content?.[jsonType]?.example !== undefined && (
                <JsonExample heading={`Answer ${status}`} of={content[jsonType].example} />
              )
            )}
          </div>
        )}
      </div>
      <OperationErrors responses={operation["responses"]} explanations={context.explanations} />
    </section>
  )
}
