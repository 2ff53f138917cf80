import { Context, Effect, Layer } from "effect"
import { Leases, whileHeld } from "../../kernel/Leases.ts"
import { piecesOf } from "../../text/piecesOf.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { type EmbeddingPace, embeddingPace } from "./EmbeddingPace.ts"
import { embeddedTextMax, Embeddings, EmbeddingsFailed } from "./Embeddings.ts"
import { EmbeddingStore, type EntryVector } from "./EmbeddingStore.ts"
import { toUnitLength } from "./LatentModel.ts"
import { packVector } from "./PackedVector.ts"

/** The length of a text's beginning, which is tried when the model does not accept the whole text; in UTF-16 code units. */
const shortTextMax = 1_000

/** Every model accepts this text. A model that refuses it fails for a reason other than its input. */
const plainText = "text"

/** Longer than a request may take. When a lease expires nevertheless, only one of two results is stored. */
const leaseSeconds = 120

/** The beginning of a text, without half of a surrogate pair at its end, which some servers refuse. */
const beginning = (text: string, max: number): string => piecesOf(text, max)[0] ?? ""

const textOf = (title: string | null, text: string): string =>
  beginning(title === null ? text : `${title}\n${text}`, embeddedTextMax)

/** Makes the vectors of entries by the configured model. */
export class EntryEmbeddings extends Context.Tag("auspex/EntryEmbeddings")<EntryEmbeddings, {
  /**
   * Embeds some entries that the configured model has not yet embedded, in the order of their changes; when there are no
   * more in a corpus, removes the vectors of other models. Returns whether there may be more to do. Several instances may
   * call it at a time; the model that was configured last is the one in use. `holder` is the unique name of this
   * instance. A failing model is logged once, and asked again after growing pauses.
   */
  readonly embedNext: (holder: string) => Effect.Effect<boolean, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<EntryEmbeddings, never, Embeddings | EmbeddingStore | Leases> = Layer.scoped(
    EntryEmbeddings,
    Effect.gen(function*() {
      const embeddings = yield* Embeddings
      const store = yield* EmbeddingStore
      const leases = yield* Leases
      const scope = yield* Effect.scope
      const { model } = embeddings
      if (model === undefined) return EntryEmbeddings.of({ embedNext: () => Effect.succeed(false) })
      return EntryEmbeddings.of({
        embedNext: embedNextWith({ embeddings, leases, model, pace: embeddingPace(scope), store })
      })
    })
  )
}

interface Services {
  readonly embeddings: Embeddings["Type"]
  readonly leases: Leases["Type"]
  readonly model: string
  readonly pace: EmbeddingPace
  readonly store: EmbeddingStore["Type"]
}

const embedNextWith = (services: Services): EntryEmbeddings["Type"]["embedNext"] => {
  const { leases, model, pace, store } = services
  let isInUse = false
  return (holder) =>
    Effect.gen(function*() {
      if (pace.isPaused()) return false
      if (!isInUse) {
        yield* store.useModel(model)
        isInUse = true
      }
      for (const corpus of yield* store.unfinished(model)) {
        const lease = { name: `retrieval vectors ${corpus}`, holder, seconds: leaseSeconds }
        const done = yield* whileHeld(leases, lease, () => embedBatch(services, corpus))
        if (done === true) return true
      }
      return false
    }).pipe(Effect.catchTag("EmbeddingsFailed", (error) => Effect.as(pace.failed(error), false)))
}

/** Embeds a batch of a corpus; without one, removes the vectors of other models. */
const embedBatch = ({ embeddings, model, pace, store }: Services, corpus: string) =>
  Effect.gen(function*() {
    const { after, dimensions, entries } = yield* store.batch(corpus, model, pace.textsMax())
    if (entries.length === 0) {
      yield* store.removeOthers(corpus, model)
      return true
    }
    const present = entries.flatMap(({ id, text, title }) => {
      const given = text === null ? "" : textOf(title, text)
      return given.trim() === "" ? [] : [{ id, text: given }]
    })
    const vectors = yield* vectorsOf(embeddings, present.map(({ text }) => text))
    const made = yield* dimensionsOf(vectors, dimensions)
    const byId = new Map(present.map(({ id }, at) => [id, vectors[at]]))
    const saved = entries.map(({ change, id, text }): EntryVector => {
      const vector = byId.get(id)
      const packed = vector === undefined ? new Uint8Array(0) : packVector(toUnitLength(vector))
      return { id, change, vector: text === null ? null : packed }
    })
    yield* store.save(corpus, model, { after, dimensions: made, vectors: saved })
    yield* pace.succeeded
    return true
  })

/** The dimensions of vectors, which must equal those of earlier vectors by the same model; null without a vector. */
const dimensionsOf = (
  vectors: ReadonlyArray<Float32Array | undefined>,
  earlier: number | null
): Effect.Effect<number | null, EmbeddingsFailed> => {
  const made = vectors.find((vector) => vector !== undefined)?.length ?? null
  const expected = earlier ?? made
  const other = vectors.find((vector) => vector !== undefined && vector.length !== expected)
  return other === undefined
    ? Effect.succeed(made)
    : new EmbeddingsFailed({
      reason: "answer",
      detail: `A vector has ${other.length} dimensions, others by the same model have ${expected}.`
    })
}

/**
 * The vectors of texts. Texts that the model refuses are found by halving. The beginning of a refused text is tried, too;
 * if the model refuses it but accepts `plainText`, the text gets no vector.
 */
const vectorsOf = (
  embeddings: Context.Tag.Service<Embeddings>,
  texts: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<Float32Array | undefined>, EmbeddingsFailed> => {
  if (texts.length === 0) return Effect.succeed([])
  const half = texts.length >> 1
  return Effect.catchIf(
    embeddings.embed(texts, "document"),
    ({ reason }) => reason === "input",
    (refused) => {
      if (half > 0) {
        return Effect.zipWith(
          vectorsOf(embeddings, texts.slice(0, half)),
          vectorsOf(embeddings, texts.slice(half)),
          (first, second) => [...first, ...second]
        )
      }
      const text = texts[0]!
      if (text.length > shortTextMax) return vectorsOf(embeddings, [beginning(text, shortTextMax)])
      return embeddings.embed([plainText], "document").pipe(
        Effect.mapError(() => refused),
        Effect.zipRight(
          Effect.logWarning(`The model embeds no text such as one of ${text.length} characters`, refused)
        ),
        Effect.as([undefined])
      )
    }
  )
}
