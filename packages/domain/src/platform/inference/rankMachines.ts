import type { BridgeMachine } from "./BridgeStatus.ts"

/** The reason why a machine can or cannot take a request for a model now. */
export type MachineVerdict = "no_such_model" | "loaded" | "not_loaded"

/** A machine, judged for a request. */
export interface JudgedMachine {
  readonly machine: BridgeMachine
  readonly verdict: MachineVerdict
  /** Whether it already works on its maximum number of requests, so that the request has to wait. */
  readonly busy: boolean
}

/** Ollama writes a model without a tag as `latest`. */
const withTag = (model: string): string => model.includes(":") ? model : `${model}:latest`

const isSameModel = (one: string, other: string): boolean => one === other || withTag(one) === withTag(other)

/** The name under which a machine has a model, or undefined. */
export const modelOn = (machine: Pick<BridgeMachine, "models">, model: string): string | undefined =>
  machine.models.find((name) => name === model) ?? machine.models.find((name) => isSameModel(name, model))

/** A part of the names of embedding models. No protocol distinguishes these models from chat models. */
const embeddingNames = /embed|minilm|\b(bge|e5|gte)-/i

/**
 * The chat model of a machine when the request names none: a model in memory, else the first listed one, among models
 * whose names do not indicate embeddings.
 */
export const anyModelOf = ({ models, system_info }: BridgeMachine): string | undefined => {
  const chatting = models.filter((model) => !embeddingNames.test(model))
  return chatting.find((model) => system_info?.ollama_loaded?.some(({ name }) => isSameModel(name, model)))
    ?? chatting[0]
}

const judge = (machine: BridgeMachine, wanted: string | null): JudgedMachine => {
  const loaded = machine.system_info?.ollama_loaded ?? []
  const model = wanted ?? anyModelOf(machine) ?? ""
  return {
    machine,
    verdict: modelOn(machine, model) === undefined
      ? "no_such_model"
      : loaded.some(({ name }) => isSameModel(name, model))
      ? "loaded"
      : "not_loaded",
    busy: machine.in_flight >= machine.concurrency
  }
}

const ranks: Readonly<Record<MachineVerdict, number>> = { loaded: 0, not_loaded: 1, no_such_model: 2 }

/**
 * Machines in the order in which they should take a request for `model`: machines with the model; among them idle
 * machines first, then machines with the model in memory, then by fewest requests, then by the latest sign of life.
 * Machines without the model come last, and take no request. Without a model, any will do.
 */
export const rankMachines = (
  machines: ReadonlyArray<BridgeMachine>,
  model: string | null
): ReadonlyArray<JudgedMachine> =>
  machines.map((machine) => judge(machine, model)).sort((a, b) =>
    Number(a.verdict === "no_such_model") - Number(b.verdict === "no_such_model")
    || Number(a.busy) - Number(b.busy)
    || ranks[a.verdict] - ranks[b.verdict]
    || a.machine.in_flight - b.machine.in_flight
    || b.machine.last_ping.getTime() - a.machine.last_ping.getTime()
  )
