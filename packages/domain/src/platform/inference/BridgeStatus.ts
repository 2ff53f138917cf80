import { Schema } from "effect"
import { optional } from "../../kernel/optional.ts"
import { SystemInfo } from "./SystemInfo.ts"

/** A machine whose runner is connected. */
export const BridgeMachine = Schema.Struct({
  /** The id of its connection; a reconnected machine has a new id. */
  id: Schema.String,
  models: Schema.Array(Schema.String),
  connected_since: Schema.Date,
  /** When its last heartbeat arrived. */
  last_ping: Schema.Date,
  /** The number of requests that it is working on. */
  in_flight: Schema.Int,
  /** The maximum number of requests that it works on at a time. */
  concurrency: Schema.Int,
  /** Whether it embeds texts; absent for no. */
  embeds: optional(Schema.Boolean),
  /** The program that connects it, and its uptime. */
  runner_source: optional(Schema.String),
  uptime_seconds: optional(Schema.Number),
  system_info: optional(SystemInfo)
}).annotations({ identifier: "BridgeMachine" })
export interface BridgeMachine extends Schema.Schema.Type<typeof BridgeMachine> {}

/**
 * The machines of an owner that can be reached now. The single fields describe the machine with the latest heartbeat.
 */
export const BridgeStatus = Schema.Struct({
  connected: Schema.Boolean,
  /** The models of all machines, each once, in alphabetical order. */
  models: Schema.Array(Schema.String),
  connected_since: optional(Schema.Date),
  last_ping: optional(Schema.Date),
  system_info: optional(SystemInfo),
  /** Every machine, the latest heartbeat first. */
  machines: Schema.Array(BridgeMachine)
}).annotations({ identifier: "BridgeStatus" })
export interface BridgeStatus extends Schema.Schema.Type<typeof BridgeStatus> {}

/** The status of an owner with these machines. */
export const bridgeStatusOf = (connected: ReadonlyArray<BridgeMachine>): BridgeStatus => {
  const machines = [...connected].sort((a, b) => b.last_ping.getTime() - a.last_ping.getTime())
  const [latest] = machines
  return {
    connected: latest !== undefined,
    models: [...new Set(machines.flatMap(({ models }) => models))].sort(),
    ...(latest === undefined ? {} : {
      connected_since: latest.connected_since,
      last_ping: latest.last_ping,
      ...(latest.system_info === undefined ? {} : { system_info: latest.system_info })
    }),
    machines
  }
}
