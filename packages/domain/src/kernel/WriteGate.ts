import { Context } from "effect"

/**
 * Whether this process accepts writes. Checked before every request that may write and by every worker before its next
 * piece of work. `closedBecause` returns the reason, such as a nearly full disk, or undefined when writes are accepted
 * (the default).
 */
export class WriteGate extends Context.Reference<WriteGate>()("auspex/WriteGate", {
  defaultValue: (): { readonly closedBecause: () => string | undefined } => ({ closedBecause: () => undefined })
}) {}
