import type { CallOptions, RunningAuspex } from "../harness.ts"
import type { TestHuman } from "../people.ts"

/** The context of a valid request. */
export interface Scene {
  readonly auspex: RunningAuspex
  /** The owner of the request's subject: a stranger, or the caller's owner if they are family. */
  readonly author: () => Promise<TestHuman>
  /** The caller's credentials, if the test gives them. */
  readonly asCaller?: CallOptions
}

export interface ValidRequest {
  /** Path parameters, by name. */
  readonly path?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: unknown
}

/** Creates a request that succeeds for an entitled caller; each call creates new objects. */
export interface RequestRecipe {
  readonly request: (scene: Scene) => Promise<ValidRequest>
  /** The call uses up the caller's session or key, so it needs a separate caller. */
  readonly spendsCaller?: boolean
  /** The request is about the caller's own data, so no other caller may send it. */
  readonly isOfCaller?: boolean
}

export const plain: RequestRecipe = { request: async () => ({}) }
export const body = (make: (scene: Scene) => unknown): RequestRecipe => ({
  request: async (scene) => ({ body: await make(scene) })
})
export const on = (make: (scene: Scene) => Promise<string>, extra: object = {}): RequestRecipe => ({
  request: async (scene) => ({ path: { id: await make(scene) }, ...extra })
})
