import { Changes, type Topic } from "@auspex/domain/kernel"
import { Context, Effect, Layer } from "effect"
import type { OwnRateClass } from "../contract/OperationPolicy.ts"
import type { RouteMetrics } from "./Metrics.ts"
import type { HttpAnswer } from "./HttpAnswer.ts"

/** An answer that is kept as it goes over the wire. */
export interface CachedAnswer {
  /** Encoded once: a text would be encoded again for each who gets it. */
  readonly body: Uint8Array
  readonly etag: string
  /** Names and values, alternating: the headers that do not depend on the request. */
  readonly head: ReadonlyArray<string>
  /** Where a hit is counted, and the limit that it counts against. */
  readonly metrics: RouteMetrics
  readonly ownRate: OwnRateClass
}

interface Entry {
  readonly key: string
  readonly answer: CachedAnswer
  readonly topics: ReadonlyArray<Topic>
  /** The instant from which the entry is stale: still served, while one request revalidates it. */
  freshUntil: number
  /** The instant from which the entry is no longer served. */
  servedUntil: number
  /** `servedUntil` after any change was announced, for entries of the expensive topic. */
  readonly servedUntilAfterChange: number
  /** The URLs that were requested for this entry. */
  readonly urls: Array<string>
  /** The memory charged to the entry: answer, key, topics, URLs and the overhead of the tables. */
  bytes: number
  alive: boolean
}

/** A running or queued computation of an answer. An announced change can make its result stale. */
export interface Fill {
  readonly key: string
  readonly topics: ReadonlyArray<Topic>
  readonly waiters: Array<(answer: HttpAnswer) => void>
  readonly compute: (fill: Fill) => void
  /** A lower bound for the age of the data that the computation read. */
  beganAt: number
  stale: boolean
  /** Whether a change was announced meanwhile that the answer may show, for the expensive topic. */
  changed: boolean
}

/** The computations for one key. */
interface Flight {
  /** Oldest first; all but the last are stale. */
  readonly running: Array<Fill>
  /** Begins when one of those ends. */
  queued: Fill | undefined
}

export interface ResponseCacheOptions {
  /** The memory limit for answers, keys and URLs, in bytes; 64 MiB by default. */
  readonly bytesMax?: number
  /** Milliseconds after which an entry is stale: a request is served from it and triggers a recomputation. */
  readonly freshMillisMax?: number
  /** Milliseconds after which an entry is no longer served: the largest lag behind writes of other instances. */
  readonly ageMillisMax?: number
  /** A monotonic clock in milliseconds; only differences are used. */
  readonly now?: () => number
}

const urlsPerEntryMax = 8
/** Longer URLs are not stored as aliases, so that clients cannot control the size of the cache. */
const urlLengthMax = 256
/** Concurrent computations per key: changes can be announced faster than an answer can be computed. */
const runningPerKeyMax = 2
/** Measured on Node 20: the entry, its table slots, its header list and the object around its body. */
const entryOverheadBytes = 1_024
/** A table slot and the header of the string. */
const textOverheadBytes = 64
const topicOverheadBytes = 192
const sweepMillis = 1_000
/** The topic whose answers every change affects and that are too expensive to recompute after each change. */
const expensiveTopic: Topic = "boards"
/**
 * How long a stale expensive answer may be served, as a multiple of its compute time: 3 caps recomputation at a quarter of
 * one core.
 */
const expensiveRest = 3
/** Answers that take longer to compute expire by age only; otherwise readers would wait for them too often. */
const expensiveMillisMax = 250
/** How long a failed recomputation of a stale answer is not retried. */
const retryMillis = 500

/** Upper bound for a string in a table: two bytes a character when any character is beyond Latin-1. */
const textBytes = (text: string): number => textOverheadBytes + 2 * text.length

/** Header names and most header values are constants shared by all answers. */
const answerBytes = ({ body, etag, head }: CachedAnswer): number => body.byteLength + 8 * head.length + 2 * etag.length

const entryBytes = (key: string, answer: CachedAnswer, topics: ReadonlyArray<Topic>): number =>
  topics.reduce(
    (sum, topic) => sum + topicOverheadBytes + textBytes(topic),
    entryOverheadBytes + textBytes(key) + answerBytes(answer)
  )

/**
 * A cache of public answers as bytes. An announced change of a topic drops its entries, so that the next read sees the
 * change. Changes that are not announced on this instance (those of other instances and of the clock) become visible when
 * entries expire by age, counted from the instant at which the computation began to read. A stale entry is served while one
 * computation revalidates it. Entries of the topic `boards` are not dropped but expire early after any change. The result of
 * a computation that began before an announcement goes to the requests that waited for it and is not stored. A hit runs
 * without an Effect.
 */
export class ResponseCacheStore {
  readonly #entries = new Map<string, Entry>()
  readonly #aliases = new Map<string, Entry>()
  readonly #byTopic = new Map<Topic, Set<Entry>>()
  readonly #flights = new Map<string, Flight>()
  readonly #bytesMax: number
  readonly #freshMillisMax: number
  readonly #ageMillisMax: number
  readonly #now: () => number
  /** Everything before it has been dropped. */
  #oldest = this.#entries.values()
  #bytes = 0
  hits = 0
  misses = 0

  constructor(options: ResponseCacheOptions = {}) {
    this.#bytesMax = options.bytesMax ?? 64 * 1_024 * 1_024
    this.#freshMillisMax = options.freshMillisMax ?? 2_000
    this.#ageMillisMax = options.ageMillisMax ?? 5_000
    this.#now = options.now ?? (() => performance.now())
  }

  get bytes(): number {
    return this.#bytes
  }

  /**
   * By the URL exactly as it was sent: the fast way for a URL seen before. Nothing for an old answer that no fill is going
   * on for, so that this request begins one.
   */
  byUrl(url: string): CachedAnswer | undefined {
    const entry = this.#aliases.get(url)
    if (entry === undefined) return undefined
    const now = this.#now()
    if (now >= entry.servedUntil) {
      this.#drop(entry)
      return undefined
    }
    if (now >= entry.freshUntil && this.fillOf(entry.key) === undefined) return undefined
    this.hits++
    return entry.answer
  }

  /** By the normalised key; remembers the URL for next time. An old answer wants to be filled by who gets it. */
  byKey(key: string, url: string): { readonly answer: CachedAnswer; readonly wantsFill: boolean } | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    const now = this.#now()
    if (now >= entry.servedUntil) {
      this.#drop(entry)
      return undefined
    }
    this.hits++
    this.#alias(url, entry)
    // Most recently used last: the first is the one to go.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return { answer: entry.answer, wantsFill: now >= entry.freshUntil && this.fillOf(key) === undefined }
  }

  /** The fill for this key whose answer will show all that was announced until now, if there is one. */
  fillOf(key: string): Fill | undefined {
    const flight = this.#flights.get(key)
    if (flight === undefined) return undefined
    if (flight.queued !== undefined) return flight.queued
    const newest = flight.running[flight.running.length - 1]
    return newest?.stale === false ? newest : undefined
  }

  /** Computes an answer: at once, or, where stale computations of it are going on still, after the first of these. */
  begin(key: string, topics: ReadonlyArray<Topic>, compute: (fill: Fill) => void): void {
    this.misses++
    const fill: Fill = { key, topics, waiters: [], compute, beganAt: 0, stale: false, changed: false }
    let flight = this.#flights.get(key)
    if (flight === undefined) this.#flights.set(key, flight = { running: [], queued: undefined })
    if (flight.running.length < runningPerKeyMax) this.#start(flight, fill)
    else flight.queued = fill
  }

  #start(flight: Flight, fill: Fill): void {
    fill.beganAt = this.#now()
    flight.running.push(fill)
    fill.compute(fill)
  }

  #land(fill: Fill): void {
    const flight = this.#flights.get(fill.key)
    const at = flight?.running.indexOf(fill) ?? -1
    if (flight === undefined || at === -1) return
    flight.running.splice(at, 1)
    const { queued } = flight
    flight.queued = undefined
    if (queued !== undefined) this.#start(flight, queued)
    else if (flight.running.length === 0) this.#flights.delete(fill.key)
  }

  /**
   * Ends a fill; keeps its answer in place of the former one unless a topic was announced meanwhile. `nothing` to keep
   * takes the former away; after `failed` that one grows old where it is.
   */
  end(fill: Fill, url: string, outcome: CachedAnswer | "nothing" | "failed"): void {
    this.#keep(fill, url, outcome)
    this.#land(fill)
  }

  #keep(fill: Fill, url: string, outcome: CachedAnswer | "nothing" | "failed"): void {
    if (fill.stale) return
    const former = this.#entries.get(fill.key)
    if (outcome === "failed") {
      if (former !== undefined) former.freshUntil = this.#now() + retryMillis
      return
    }
    if (former !== undefined) this.#drop(former)
    if (outcome === "nothing") return
    const bytes = entryBytes(fill.key, outcome, fill.topics)
    if (bytes > this.#bytesMax / 4) return
    const made = this.#now() - fill.beganAt
    const entry: Entry = {
      key: fill.key,
      answer: outcome,
      topics: fill.topics,
      freshUntil: fill.beganAt + this.#freshMillisMax,
      servedUntil: fill.beganAt + this.#ageMillisMax,
      servedUntilAfterChange: made > expensiveMillisMax ? Infinity : fill.beganAt + expensiveRest * made,
      urls: [],
      bytes,
      alive: true
    }
    this.#entries.set(fill.key, entry)
    this.#bytes += bytes
    for (const topic of entry.topics) {
      const entries = this.#byTopic.get(topic)
      if (entries === undefined) this.#byTopic.set(topic, new Set([entry]))
      else entries.add(entry)
    }
    this.#alias(url, entry)
    if (fill.changed) hasten(entry)
  }

  /**
   * Makes room: the entry that was used longest ago goes first. One iterator goes on where it stopped, because a new one
   * would pass over the places of all that was deleted since the table was rehashed.
   */
  #evict(): void {
    while (this.#bytes > this.#bytesMax) {
      const next = this.#oldest.next()
      if (next.done === true) this.#oldest = this.#entries.values()
      else this.#drop(next.value)
    }
  }

  /** Drops what is too old to be served, so that memory does not wait for the next request of the same address. */
  sweep(): void {
    const now = this.#now()
    for (const entry of this.#entries.values()) if (now >= entry.servedUntil) this.#drop(entry)
  }

  announce(topics: ReadonlyArray<Topic>): void {
    for (const topic of topics) {
      for (const entry of this.#byTopic.get(topic) ?? []) this.#drop(entry)
    }
    for (const entry of this.#byTopic.get(expensiveTopic) ?? []) hasten(entry)
    for (const { running } of this.#flights.values()) {
      const newest = running[running.length - 1]
      if (newest?.topics.includes(expensiveTopic) === true) newest.changed = true
      if (newest?.stale === false && newest.topics.some((topic) => topics.includes(topic))) newest.stale = true
    }
  }

  #alias(url: string, entry: Entry): void {
    if (url.length <= urlLengthMax && entry.urls.length < urlsPerEntryMax && this.#aliases.get(url) !== entry) {
      const bytes = textBytes(url)
      entry.urls.push(url)
      entry.bytes += bytes
      this.#bytes += bytes
      this.#aliases.set(url, entry)
    }
    this.#evict()
  }

  #drop(entry: Entry): void {
    if (!entry.alive) return
    entry.alive = false
    this.#bytes -= entry.bytes
    if (this.#entries.get(entry.key) === entry) this.#entries.delete(entry.key)
    for (const url of entry.urls) if (this.#aliases.get(url) === entry) this.#aliases.delete(url)
    for (const topic of entry.topics) {
      const entries = this.#byTopic.get(topic)
      entries?.delete(entry)
      if (entries?.size === 0) this.#byTopic.delete(topic)
    }
  }
}

const hasten = (entry: Entry): void => {
  entry.servedUntil = Math.min(entry.servedUntil, entry.servedUntilAfterChange)
}

/** The cache that this instance's listeners share. */
export class ResponseCache extends Context.Tag("auspex/http/ResponseCache")<ResponseCache, ResponseCacheStore>() {
  /** The cache, and the port through which use cases say what changed. */
  static readonly layer = (options: ResponseCacheOptions = {}): Layer.Layer<ResponseCache | Changes> =>
    Layer.scopedContext(Effect.gen(function*() {
      const store = new ResponseCacheStore(options)
      const sweeping = setInterval(() => store.sweep(), sweepMillis)
      sweeping.unref()
      yield* Effect.addFinalizer(() => Effect.sync(() => clearInterval(sweeping)))
      return Context.make(ResponseCache, store).pipe(
        Context.add(Changes, { announce: (topics) => Effect.sync(() => store.announce(topics)) })
      )
    }))
}
