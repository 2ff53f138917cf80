import { type AnyOperationPolicy, CoreApi, OperationPolicy, ResearchApi } from "@auspex/adapters-http/contract"
import { HttpApi } from "@effect/platform"
import { Context, Option } from "effect"

/** An operation of the contract. */
export interface Operation {
  /** `group.name`. */
  readonly id: string
  readonly method: string
  /** The path, with parameters as `{id}`. */
  readonly path: string
  readonly policy: AnyOperationPolicy
}

/** The part of the OpenAPI document that the tests use. */
export interface OpenApi {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, DocumentedResponse>> }>>>
  >
}
interface DocumentedResponse {
  readonly "x-codes"?: ReadonlyArray<string>
}

const operationsOf = (api: unknown): ReadonlyArray<Operation> => {
  const found: Array<Operation> = []
  // oxlint-disable-next-line no-explicit-any
  HttpApi.reflect(api as any, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, group }) => {
      const policy = Option.getOrThrow(Context.getOption(endpoint.annotations, OperationPolicy))
      const path = endpoint.path.replace(/:(\w+)/g, "{$1}")
      found.push({ id: `${group.identifier}.${endpoint.name}`, method: endpoint.method, path, policy })
    }
  })
  return found
}

/** Every operation of the core API, in the order of the contract. */
export const operations = operationsOf(CoreApi)

/** Every operation of the research API, in the order of the contract. */
export const researchOperations = operationsOf(ResearchApi)

/** Whether the OpenAPI document declares this code for the operation of a target. */
export const isDeclared = (document: OpenApi, method: string, target: string, code: string): boolean => {
  const [path = ""] = target.split("?")
  const operation = operations.find((candidate) =>
    candidate.method === method && new RegExp(`^${candidate.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path)
  )
  if (operation === undefined) return true
  const { responses } = document.paths[operation.path]![method.toLowerCase()]!
  return Object.values(responses).some((response) => response["x-codes"]?.includes(code) === true)
}
