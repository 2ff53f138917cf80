import type { RunningAuspex } from "../harness.ts"
import { type Operation, operations, researchOperations } from "./operations.ts"

// oxlint-disable-next-line no-explicit-any
export type Json = Record<string, any>

/** A request to one operation. */
export interface RequestParts {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: unknown
  readonly as?: string
  /** Records a further successful answer of the same operation. */
  readonly again?: true
}

/** The recorded requests and answers by `operationId` of the OpenAPI document. */
export type Recorded = Record<string, Json>

/** Those of the core API and of the research API. */
export const [recorded, recordedOfResearch]: readonly [Recorded, Recorded] = [{}, {}]

/** Calls an operation and records the request and the answer; throws if it is refused. */
type Recorder = (id: string, asked?: RequestParts) => Promise<Json>

const recorderOf =
  (operations: ReadonlyArray<Operation>, call: RunningAuspex["call"], recorded: Recorded): Recorder =>
  async (id, asked = {}) => {
    const operation = operations.find((one) => one.id === id)
    if (operation === undefined) throw new Error(`there is no operation ${id}`)
    const target = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => asked.path![name]!)
    const search = new URLSearchParams(
      Object.entries(asked.query ?? {}).map(([name, value]) => [name, String(value)] as [string, string])
    )
    const answer = await call(operation.method, search.size === 0 ? target : `${target}?${search.toString()}`, {
      ...(asked.as === undefined ? {} : { as: asked.as }),
      ...(asked.body === undefined ? {} : { body: asked.body })
    })
    if (answer.status >= 400) throw new Error(`${id} answered ${answer.status}: ${answer.text}`)
    const key = id.replace(".", "_")
    if (asked.again === true) recorded[key]!["others"] = { ...recorded[key]!["others"], [answer.status]: answer.body }
    else {
      recorded[key] = {
        ...(asked.path === undefined ? {} : { path: asked.path }),
        ...(asked.query === undefined ? {} : { query: asked.query }),
        ...(asked.body === undefined ? {} : { request: asked.body }),
        status: answer.status,
        ...(answer.body === undefined ? {} : { response: answer.body })
      }
    }
    return answer.body
  }

/** Records requests to the core API. */
export const recorder = (auspex: RunningAuspex) => recorderOf(operations, auspex.call, recorded)

/** The same for the research API. */
export const researchRecorder = (auspex: RunningAuspex, into: Recorded = recordedOfResearch) =>
  recorderOf(researchOperations, auspex.research, into)
