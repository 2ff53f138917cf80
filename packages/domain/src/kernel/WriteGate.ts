import { Context } from "effect"

/**
 * Whether this process takes writes at the moment. Asked before every request that may write and by every worker before
 * its next piece of work; open unless something in the process says otherwise (a disk that is nearly full).
 */
export class WriteGate extends Context.Reference<WriteGate>()("auspex/WriteGate", {
  defaultValue: (): { readonly closedBecause: () => string | undefined } => ({ closedBecause: () => undefined })
}) {}
