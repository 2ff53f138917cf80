import { vectorText } from "@auspex/adapters-bridge/protocol"
import { embeddingsBridge } from "@auspex/adapters-bridge/providers"
import {
  type BridgeEmbedding,
  BridgeLink,
  type BridgeMachine,
  BridgePresence,
  isBridgeEmbedding
} from "@auspex/domain/inference"
import type { StorageUnavailable } from "@auspex/domain/kernel"
import { type EmbeddingPurpose, Embeddings } from "@auspex/domain/retrieval"
import { Effect, Either, Layer, Stream } from "effect"

export const owner = "0192d3c4-0000-7000-8000-000000000001"
export const model = "nomic-embed-text"

export const machine = (id: string, extra: Partial<BridgeMachine> = {}): BridgeMachine => ({
  id,
  models: [`${model}:latest`],
  connected_since: new Date(0),
  last_ping: new Date(0),
  in_flight: 0,
  concurrency: 1,
  embeds: true,
  ...extra
})

/** How a machine answers. */
export type Answer = (request: BridgeEmbedding) => ReturnType<typeof BridgeLink.Service["ask"]>

export const vectorsOf: Answer = ({ texts }) => Stream.fromIterable(texts.map(({ length }) => vectorText([length, 1])))

/** What an owner's machines are asked, and the embeddings made of their answers. */
export class Machines {
  readonly asked: Array<readonly [machine: string, request: BridgeEmbedding]> = []
  connected: ReadonlyArray<BridgeMachine> = [machine("desk")]
  answers: Readonly<Record<string, Answer>> = { desk: vectorsOf, attic: vectorsOf }
  ownerKey: Effect.Effect<string | undefined, StorageUnavailable> = Effect.succeed("key of the owner")

  readonly #link = Layer.succeed(BridgeLink, {
    machinesOf: (ownerKey) => Effect.sync(() => ownerKey === "key of the owner" ? this.connected : []),
    ask: (_, id, request) => {
      if (!isBridgeEmbedding(request)) return Stream.dieMessage("it is asked for vectors only")
      this.asked.push([id, request])
      return this.answers[id]!(request)
    }
  })
  readonly #presence = Layer.succeed(BridgePresence, {
    report: () => Effect.dieMessage("nothing is reported"),
    machinesOf: () => Effect.dieMessage("the link knows the machines"),
    ownerKeyOf: (accountId) => accountId === owner ? this.ownerKey : Effect.succeed(undefined),
    livingOf: () => Effect.dieMessage("instances are not asked for"),
    leave: () => Effect.dieMessage("it stays")
  })

  /** Embeddings by the machines of an account's owner. */
  layer(of = owner): Layer.Layer<Embeddings> {
    return Layer.provide(
      embeddingsBridge({ provider: "bridge", model, owner: of }),
      Layer.merge(this.#link, this.#presence)
    )
  }

  embed(texts: ReadonlyArray<string>, purpose: EmbeddingPurpose = "document", of = owner) {
    return Effect.flatMap(Embeddings, (embeddings) => Effect.either(embeddings.embed(texts, purpose))).pipe(
      Effect.provide(this.layer(of))
    )
  }

  /** What a failure says. */
  async failureOf(texts: ReadonlyArray<string> = ["one", "two"]): Promise<readonly [string, string]> {
    const { detail, reason } = Either.getOrThrow(Either.flip(await Effect.runPromise(this.embed(texts))))
    return [reason, detail]
  }
}
