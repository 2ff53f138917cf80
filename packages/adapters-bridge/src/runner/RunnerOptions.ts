import type { Redacted } from "effect"
import type { ModelServer } from "./ModelServer.ts"

/** What a runner does, for a view or a log. */
export type RunnerEvent =
  | { readonly type: "connected" }
  | { readonly type: "disconnected"; readonly reason: string; readonly retryMillis: number }
  | { readonly type: "models"; readonly models: ReadonlyArray<string> }
  | { readonly type: "model_server_failed"; readonly reason: string }
  /** `texts` is how many texts are embedded; absent for a chat. */
  | { readonly type: "began"; readonly request_id: string; readonly model: string; readonly texts?: number }
  | { readonly type: "piece"; readonly request_id: string; readonly characters: number }
  | {
    readonly type: "ended"
    readonly request_id: string
    readonly outcome: "done" | "failed" | "cancelled"
    readonly reason?: string
  }

export interface RunnerOptions {
  /** The service's WebSocket, `wss://…/api/ws/bridge`. */
  readonly address: string
  readonly apiKey: Redacted.Redacted
  readonly modelServer: ModelServer
  /** Addresses of model servers that the service may name besides the runner's own. */
  readonly allowedBaseUrls: ReadonlyArray<string>
  /** How many requests are worked on at a time, 1 to 8. */
  readonly concurrency: number
  /** The name and version of the program. */
  readonly source: string
  /** Must not throw. */
  readonly events: (event: RunnerEvent) => void
}
