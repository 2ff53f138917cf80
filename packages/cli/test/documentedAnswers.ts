import { CoreApi, ResearchApi } from "@auspex/adapters-http/contract"
import { coreDocument, openApiDocument, researchDocument } from "@auspex/adapters-http/documents"
import addFormats from "ajv-formats"
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js"

// oxlint-disable-next-line no-explicit-any
export type Json = Record<string, any>

/** An operation of an OpenAPI document. */
interface DocumentedOperation {
  /** `METHOD /path/{id}`. */
  readonly name: string
  readonly operation: Json
  readonly pattern: RegExp
}

/** What a server answered. */
export interface ReceivedAnswer {
  readonly method: string
  /** The path with its query. */
  readonly target: string
  readonly status: number
  readonly contentType: string | null
  /** The parsed JSON, or the text of another format. */
  readonly body: unknown
}

/** How answers write times: UTC with exactly three decimals. */
const writtenTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/**
 * Forbids fields that the schemas of a document do not name. A client must allow for new fields, so the document does
 * not say this; but whatever the service of today answers is described.
 */
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed)
  if (value === null || typeof value !== "object") return value
  const schema: Json = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]))
  return schema["properties"] !== undefined && schema["additionalProperties"] === undefined
    ? { ...schema, additionalProperties: false }
    : schema
}

/** A validator that knows the components of a document. */
const validatorOf = (schemas: unknown): Ajv2020 => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, verbose: true })
  // The CommonJS module of the formats is a function with itself as its default.
  const formats = addFormats as unknown as typeof addFormats.default
  formats(ajv)
  return ajv.addSchema({ $id: "document", components: { schemas } })
}

/** The schema with references into the document. */
const referring = (schema: unknown): object =>
  JSON.parse(JSON.stringify(schema).replaceAll(`"#/components/`, `"document#/components/`))

const sentenceOf = ({ instancePath, keyword, message = keyword, params }: ErrorObject): string => {
  const extra = keyword === "additionalProperties"
    ? `: ${String(params["additionalProperty"])}`
    : keyword === "enum"
    ? `: ${JSON.stringify(params["allowedValues"])}`
    : ""
  return `${instancePath === "" ? "the body" : instancePath} ${message}${extra}`
}

/** Checks answers against one OpenAPI document. Each schema is compiled when it is first needed. */
export class DocumentedAnswers {
  readonly document: Json
  /** The operations that have answered with success, as `METHOD /path/{id}`. */
  readonly seen = new Set<string>()
  readonly #answers: Ajv2020
  readonly #requests: Ajv2020
  readonly #operations: ReadonlyArray<DocumentedOperation>
  readonly #compiled = new Map<object, ValidateFunction>()
  /** The same by the text: thousands of bodies have one of a few hundred schemas, and compiling is slow. */
  readonly #compiledByText = new Map<string, ValidateFunction>()

  constructor(document: Json) {
    this.document = document
    const { schemas } = document["components"]
    this.#answers = validatorOf(closed(schemas)).addFormat("date-time", writtenTime)
    this.#requests = validatorOf(schemas)
    this.#operations = Object.entries<Json>(document["paths"]).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path}`,
        operation,
        pattern: new RegExp(`^${path.replaceAll(/[.]/g, "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`)
      }))
    ).toSorted((one, other) => parametersIn(one.name) - parametersIn(other.name))
  }

  /** All operations, as `METHOD /path/{id}`. */
  get names(): ReadonlyArray<string> {
    return this.#operations.map(({ name }) => name)
  }

  /** The operation that answers a request, if any: pages and documents have none. */
  operationOf(method: string, target: string): DocumentedOperation | undefined {
    const [path = ""] = target.split("?")
    return this.#operations.find(({ name, pattern }) => name.startsWith(`${method} `) && pattern.test(path))
  }

  #validatorOf(schema: object, of: "answer" | "request"): ValidateFunction {
    const known = this.#compiled.get(schema)
    if (known !== undefined) return known
    const text = `${of} ${JSON.stringify(schema)}`
    const compile = (): ValidateFunction =>
      of === "answer" ? this.#answers.compile(referring(closed(schema))) : this.#requests.compile(referring(schema))
    const made = this.#compiledByText.get(text) ?? compile()
    this.#compiledByText.set(text, made)
    this.#compiled.set(schema, made)
    return made
  }

  /** What is wrong with a value by a schema of the document, that of an answer or of a request; undefined if nothing is. */
  mismatch(schema: object, value: unknown, of: "answer" | "request" = "answer"): string | undefined {
    const accepts = this.#validatorOf(schema, of)
    if (accepts(value)) return undefined
    const errors = accepts.errors ?? []
    const shown = errors.slice(0, 5).map((error) =>
      `${sentenceOf(error)} (it is ${JSON.stringify(error.data).slice(0, 200)})`
    )
    return [...shown, ...(errors.length > 5 ? [`and ${errors.length - 5} more`] : [])].join("\n  ")
  }

  /** What is wrong with the body of a delivery; undefined if the document describes it. */
  mismatchOfEvent(event: string, body: unknown): string | undefined {
    const described = this.document["webhooks"]?.[event]
    return described === undefined
      ? "the OpenAPI document has no such event"
      : this.mismatch(described.post.requestBody.content["application/json"].schema, body)
  }

  /**
   * Says how the body, an object, of a request that was accepted differs from what the document describes; undefined if it does
   * not. Fields that the document does not name may be sent.
   */
  checkAccepted(method: string, target: string, body: unknown): string | undefined {
    const found = this.operationOf(method, target)
    const schema = found?.operation["requestBody"]?.content["application/json"]?.schema
    if (found === undefined || schema === undefined || typeof body !== "object") return undefined
    const wrong = this.mismatch(schema, JSON.parse(JSON.stringify(body)), "request")
    return wrong === undefined
      ? undefined
      : `${found.name} accepted a body that the OpenAPI document does not allow:\n  ${wrong}`
  }

  /** Says how an answer differs from what the document describes; undefined if it does not. */
  check(answer: ReceivedAnswer): string | undefined {
    const { body, contentType, method, status, target } = answer
    const found = this.operationOf(method, target)
    if (found === undefined) return undefined
    const { name, operation } = found
    const told = (what: string): string => `${name} answered ${status}, and the OpenAPI document ${what}`
    const response = operation["responses"][status]
    if (response === undefined) return told(`lists only ${Object.keys(operation["responses"]).join(", ")}.`)
    const isEmpty = body === ""
    if (response["content"] === undefined) {
      if (!isEmpty) return told("describes no body.")
      this.seen.add(name)
      return undefined
    }
    const type = (contentType ?? "").replace(/;.*$/s, "")
    const media = response["content"][type]
    if (media === undefined)
      return told(`lists only ${Object.keys(response["content"]).join(", ")}, not ${type || "no content type"}.`)
    const wrong = this.mismatch(media["schema"], body)
    if (wrong !== undefined) return told(`does not describe this body:\n  ${wrong}`)
    if (status >= 400) {
      const code = codeOf(body)
      if (response["x-codes"]?.includes(code) === false) return told(`does not list ${code}.`)
    } else this.seen.add(name)
    return undefined
  }
}

const parametersIn = (name: string): number => name.split("{").length

const codeOf = (body: unknown): string => {
  const { code, error } = body as Json
  return code ?? error?.code
}

let core: DocumentedAnswers | undefined
let research: DocumentedAnswers | undefined

/** The documents of both APIs, for all tests of this worker. */
export const documentedAnswers = {
  core: () => (core ??= new DocumentedAnswers(openApiDocument(CoreApi, coreDocument))),
  research: () => (research ??= new DocumentedAnswers(openApiDocument(ResearchApi, researchDocument)))
}

type Call = (
  method: string,
  target: string,
  options?: { readonly body?: unknown }
) => Promise<{ readonly status: number; readonly headers: Headers; readonly text: string; readonly body: unknown }>

/** `call`, which then fails for an answer, or an accepted request, that the document does not describe. */
export const checkedBy = <C extends Call>(documented: () => DocumentedAnswers, call: C): C =>
  (async (method, target, options) => {
    const answer = await call(method, target, options)
    const { body, headers, status, text } = answer
    const contentType = headers.get("content-type")
    const wrong = documented().check({ method, target, status, contentType, body: body ?? text }) ??
      (status < 400 ? documented().checkAccepted(method, target, options?.body) : undefined)
    if (wrong !== undefined) throw new Error(wrong)
    return answer
  }) as C
