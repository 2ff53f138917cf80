import { Context, Effect, Layer } from "effect"
import { Leases, whileHeld } from "../../kernel/Leases.ts"
import { piecesOf } from "../../text/piecesOf.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { embeddedTextMax, Embeddings, embeddedTextsMax, EmbeddingsFailed } from "./Embeddings.ts"
import { EmbeddingStore, type EntryVector } from "./EmbeddingStore.ts"
import { toUnitLength } from "./LatentModel.ts"
import { packVector } from "./PackedVector.ts"

/** How much of a text is tried when the model does not accept all of it, in UTF-16 code units. */
const shortTextMax = 1_000

/** A text that every model accepts, to find out whether a refusal is due to the text. */
const plainText = "text"

/** Longer than a request may take. When a lease expires nevertheless, only one of two results is stored. */
const leaseSeconds = 120

/** How long nothing is asked for after a failure: at first, and at most as this doubles with each further failure. */
const pauseSecondsMin = 5
const pauseSecondsMax = 300

/** Without half of a surrogate pair, which some servers refuse. */
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
      let isInUse = false
      let isPaused = false
      let failures = 0
      // A request that took too long is repeated with fewer texts.
      let textsMax = embeddedTextsMax

      const failed = ({ message }: EmbeddingsFailed) =>
        Effect.suspend(() => {
          const seconds = Math.min(pauseSecondsMax, pauseSecondsMin * 2 ** failures)
          const told = failures === 0
            ? Effect.logWarning(`Entries are not embedded until the model answers again: ${message}`)
            : Effect.logDebug(`Entries are still not embedded: ${message}`)
          failures++
          textsMax = Math.max(1, textsMax >> 1)
          isPaused = true
          const end = Effect.delay(Effect.sync(() => (isPaused = false)), `${seconds} seconds`)
          return Effect.zipRight(told, Effect.as(Effect.forkIn(end, scope), false))
        })

      const succeeded = Effect.suspend(() => {
        const isNews = failures > 0
        failures = 0
        textsMax = Math.min(embeddedTextsMax, textsMax * 2)
        return isNews ? Effect.logInfo("Entries are embedded again") : Effect.void
      })

      const embedBatch = (corpus: string) =>
        Effect.gen(function*() {
          const { after, dimensions, entries } = yield* store.batch(corpus, model, textsMax)
          if (entries.length === 0) {
            yield* store.removeOthers(corpus, model)
            return true
          }
          const present = entries.flatMap(({ id, text, title }) => {
            const given = text === null ? "" : textOf(title, text)
            return given.trim() === "" ? [] : [{ id, text: given }]
          })
          const vectors = yield* vectorsOf(embeddings, present.map(({ text }) => text))
          const made = vectors.find((vector) => vector !== undefined)?.length ?? null
          const expected = dimensions ?? made
          const other = vectors.find((vector) => vector !== undefined && vector.length !== expected)
          if (other !== undefined) {
            return yield* new EmbeddingsFailed({
              reason: "answer",
              detail: `A vector has ${other.length} dimensions, others by the same model have ${expected}.`
            })
          }
          const byId = new Map(present.map(({ id }, at) => [id, vectors[at]]))
          const saved = entries.map(({ change, id, text }): EntryVector => {
            const vector = byId.get(id)
            const packed = vector === undefined ? new Uint8Array(0) : packVector(toUnitLength(vector))
            return { id, change, vector: text === null ? null : packed }
          })
          yield* store.save(corpus, model, { after, dimensions: made, vectors: saved })
          yield* succeeded
          return true
        })

      return EntryEmbeddings.of({
        embedNext: (holder) =>
          Effect.gen(function*() {
            if (isPaused) return false
            if (!isInUse) {
              yield* store.useModel(model)
              isInUse = true
            }
            for (const corpus of yield* store.unfinished(model)) {
              const lease = { name: `retrieval vectors ${corpus}`, holder, seconds: leaseSeconds }
              const done = yield* whileHeld(leases, lease, () => embedBatch(corpus))
              if (done === true) return true
            }
            return false
          }).pipe(Effect.catchTag("EmbeddingsFailed", failed))
      })
    })
  )
}

/**
 * The vectors of texts. Texts that a model does not accept are found by halving: each is tried by its beginning, and then
 * gets no vector, provided that the model accepts anything at all.
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
