import type { BridgeRequest, InferenceEnd } from "@auspex/domain/inference"
import type { Unavailable } from "./Machine.ts"

/**
 * What instances tell one another about a request, whose `id` is unique among all instances. The asking instance
 * sends `ask` to the instance that holds the machine; `part`s come back, numbered from 0, the last one with `end`.
 */
export type RoutedMessage =
  | {
    readonly type: "ask"
    readonly id: string
    readonly from: string
    readonly owner_key: string
    readonly machine_id: string
    readonly request: BridgeRequest
  }
  | { readonly type: "cancel"; readonly id: string }
  | {
    readonly type: "part"
    readonly id: string
    readonly number: number
    readonly text?: string
    readonly end?: InferenceEnd | Unavailable
  }

const types: ReadonlySet<unknown> = new Set<RoutedMessage["type"]>(["ask", "cancel", "part"])

/** Reads a message of another instance; undefined for one that no instance of this version sends. */
export const readRouted = (text: string): RoutedMessage | undefined => {
  try {
    const message = JSON.parse(text) as RoutedMessage
    return types.has(message.type) ? message : undefined
  } catch {
    return undefined
  }
}
