import { Effect, Exit, Scope } from "effect"
import { afterAll } from "vitest"
import type { Keep } from "../../src/kit/invocation/CommandIo.ts"

/**
 * Keeps what the commands of this `describe` open on databases, until its tests have ended: building the services and
 * connecting again would take half of the time of most commands.
 */
export const keptServices = (): Keep => {
  const scope = Effect.runSync(Scope.make())
  const opened = new Map<string, unknown>()
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return <A, E>(key: string, open: Effect.Effect<A, E, Scope.Scope>) =>
    Effect.suspend(() =>
      opened.has(key)
        ? Effect.succeed(opened.get(key) as A)
        : Effect.tap(Scope.extend(open, scope), (made) => Effect.sync(() => opened.set(key, made)))
    )
}
