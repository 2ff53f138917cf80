import { type AnyManners, CoreApi, Manners } from "@auspex/adapters-http/contract"
import { HttpApi } from "@effect/platform"
import { Context, Option } from "effect"

/** An operation of the contract, as the tests count it. */
export interface Operation {
  /** `group.name`. */
  readonly id: string
  readonly method: string
  /** With `{id}` for parameters. */
  readonly path: string
  readonly manners: AnyManners
}

/** Every operation of the core API, in the order of the contract. */
export const operations: ReadonlyArray<Operation> = (() => {
  const found: Array<Operation> = []
  // oxlint-disable-next-line no-explicit-any
  HttpApi.reflect(CoreApi as any, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, group }) => {
      const manners = Option.getOrThrow(Context.getOption(endpoint.annotations, Manners))
      const path = endpoint.path.replace(/:(\w+)/g, "{$1}")
      found.push({ id: `${group.identifier}.${endpoint.name}`, method: endpoint.method, path, manners })
    }
  })
  return found
})()
