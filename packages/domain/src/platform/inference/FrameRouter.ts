import { Context, type Effect, type Scope } from "effect"

/**
 * Carries messages between the instances of one installation. Messages of one instance to another arrive in the order in
 * which they were sent, and each at most once. They are lost when the connection between the instances is lost or the
 * receiver has ended, and neither side is told: what waits for an answer needs a time limit.
 */
export class FrameRouter extends Context.Tag("auspex/FrameRouter")<FrameRouter, {
  /** The address of this instance. */
  readonly instance: string
  /** Sends a text of any length to an instance, which may be this one. Never throws and never waits. */
  readonly send: (to: string, text: string) => void
  /**
   * Calls `receiver` with each text that is sent to this instance, until the scope closes. There is one receiver, and it
   * must not throw. Succeeds when texts arrive.
   */
  readonly receive: (receiver: (text: string) => void) => Effect.Effect<void, never, Scope.Scope>
}>() {}
