import {
  type BridgeEmbedding,
  BridgeLink,
  type BridgeMachine,
  BridgePresence,
  type InferenceFailed,
  type MachineUnavailable,
  modelOn,
  rankMachines
} from "@auspex/domain/inference"
import type { StorageUnavailable } from "@auspex/domain/kernel"
import { piecesOf } from "@auspex/domain/text"
import { embeddedTextMax, Embeddings, EmbeddingsFailed } from "@auspex/domain/retrieval"
import { Chunk, Effect, Layer, Stream } from "effect"
import { judgeVectors } from "../models/index.ts"
import { embedTextsMax, readVectorText } from "../protocol/index.ts"
import { embeddingPrefix } from "./embeddingPrefix.ts"
import { withinTime } from "./withinTime.ts"

/** A model on machines of an owner, which are connected by the bridge. */
export interface BridgeEmbeddingModel {
  readonly provider: "bridge"
  readonly model: string
  /** The id of an account; machines of its owner embed. */
  readonly owner: string
}

const failure = (reason: EmbeddingsFailed["reason"], detail: string): EmbeddingsFailed =>
  new EmbeddingsFailed({ reason, detail: `bridge: ${detail.replace(/\.?$/, ".")}` })

const withoutDatabase = (): EmbeddingsFailed => failure("unavailable", "the database did not answer")

const nameOf = ({ id, system_info }: BridgeMachine): string => system_info?.hostname ?? id

const unavailableDetails = {
  gone: "it has disconnected",
  full: "too many requests wait for it",
  unable: "it does not embed texts"
} as const satisfies Record<MachineUnavailable["reason"], string>

const failureAt =
  (machine: BridgeMachine) => (error: InferenceFailed | MachineUnavailable | StorageUnavailable): EmbeddingsFailed => {
    const at = (reason: EmbeddingsFailed["reason"], detail: string) => failure(reason, `${nameOf(machine)}: ${detail}`)
    switch (error._tag) {
      case "MachineUnavailable":
        return at("unavailable", unavailableDetails[error.reason])
      case "StorageUnavailable":
        return withoutDatabase()
      case "InferenceFailed":
        return at(
          error.reason === "input" ? "input" : error.reason === "too_large" ? "answer" : "unavailable",
          error.detail
        )
    }
  }

/** The machines that can be asked, in order, each with the name that it has for the model; or why there are none. */
const candidatesFor = (model: string, machines: ReadonlyArray<BridgeMachine>) => {
  const embedding = machines.filter(({ embeds }) => embeds === true)
  const candidates = rankMachines(embedding, model).flatMap(({ machine }) => {
    const name = modelOn(machine, model)
    return name === undefined ? [] : [{ machine, name }]
  })
  if (candidates.length > 0) return candidates
  return machines.length === 0
    ? "no machine of the owner is connected"
    : embedding.length === 0
    ? `no connected machine embeds texts; update auspex bridge on ${machines.map(nameOf).join(", ")}`
    : `no connected machine has ${model}: ${embedding.map(nameOf).join(", ")}`
}

/** The model that embeds texts on machines of an owner. */
export const embeddingsBridge = (
  { model, owner }: BridgeEmbeddingModel
): Layer.Layer<Embeddings, never, BridgeLink | BridgePresence> =>
  Layer.effect(
    Embeddings,
    Effect.gen(function*() {
      const link = yield* BridgeLink
      const presence = yield* BridgePresence

      /** An account may get another owner at any time, when it is linked. */
      const ownerKey = Effect.mapError(presence.ownerKeyOf(owner), withoutDatabase).pipe(
        Effect.filterOrFail(
          (key) => key !== undefined,
          () => failure("refused", `no account has the id ${owner}`)
        )
      )

      const askOne = (key: string, machine: BridgeMachine, request: BridgeEmbedding) =>
        Effect.suspend(() => Stream.runCollect(link.ask(key, machine.id, request))).pipe(
          Effect.mapError(failureAt(machine)),
          Effect.map((pieces) => judgeVectors(Chunk.toArray(pieces).map(readVectorText), request.texts.length)),
          Effect.filterOrFail(
            (vectors) => typeof vectors !== "string",
            (flaw) => failure("answer", `${nameOf(machine)}: ${flaw as string}`)
          )
        )

      /** Nothing is lost by asking a second machine what the first has perhaps answered. */
      const askSome = (key: string, request: BridgeEmbedding) =>
        Effect.flatMap(Effect.mapError(link.machinesOf(key), withoutDatabase), (machines) => {
          const candidates = candidatesFor(request.model, machines)
          return typeof candidates === "string"
            ? Effect.fail(failure("unavailable", candidates))
            : candidates.map(({ machine, name }) => askOne(key, machine, { ...request, model: name })).reduce(
              (first, next) => Effect.catchIf(first, ({ reason }) => reason === "unavailable", () => next)
            )
        })

      return {
        model: `bridge/${model}`,
        embed: (texts, purpose) => {
          const prefix = embeddingPrefix(model, purpose)
          const given = texts.map((text) => `${prefix}${piecesOf(text, embeddedTextMax)[0] ?? ""}`)
          const requests = Array.from(
            { length: Math.ceil(given.length / embedTextsMax) },
            (_, at): BridgeEmbedding => ({
              model,
              texts: given.slice(at * embedTextsMax, (at + 1) * embedTextsMax),
              purpose
            })
          )
          return Effect.flatMap(ownerKey, (key) => Effect.forEach(requests, (request) => askSome(key, request))).pipe(
            Effect.map((parts) => parts.flat()),
            // Machines may have different models under one name.
            Effect.filterOrFail(
              (vectors) => vectors.every(({ length }) => length === vectors[0]?.length),
              () => failure("answer", "the vectors of two requests have different dimensions")
            ),
            withinTime(purpose, (detail) => failure("unavailable", detail))
          )
        }
      }
    })
  )
