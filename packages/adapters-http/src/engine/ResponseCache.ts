import { Changes, type Topic } from "@auspex/domain/kernel"
import { Context, Effect, Layer } from "effect"
import type { OwnRateClass } from "../wire/OperationPolicy.ts"
import type { RouteMetrics } from "./Metrics.ts"
import type { HttpAnswer } from "./HttpAnswer.ts"

/** The head of an answer, which differs by caller. */
export interface CachedHead {
  /** The headers that do not depend on the request: names and values, alternating. */
  readonly lines: ReadonlyArray<string>
  /** The entity tag that `If-None-Match` is compared with, if any. */
  readonly etag: string | undefined
}

/** A cached answer, encoded for the wire. */
export interface CachedAnswer {
  /** Bytes, because a string would be encoded again for each response. */
  readonly body: Uint8Array
  /** For requests without a credential. */
  readonly shared: CachedHead
  /** For requests with a credential: the same answer, which caches must not store. */
  readonly open: CachedHead
  /** The metrics that count a hit, and the rate limit that a hit counts towards. */
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
  /** When the computation began: it has read no data older than this instant. */
  beganAt: number
  stale: boolean
  /** For the expensive topic: whether any change was announced during the computation. */
  changed: boolean
}

/** The computations for one key. */
interface Flight {
  /** Oldest first; all but the last are stale. */
  readonly running: Array<Fill>
  /** Starts when one of the running computations ends. */
  queued: Fill | undefined
}

export interface ResponseCacheOptions {
  /** The memory limit for answers, keys and URLs, in bytes; 64 MiB by default. */
  readonly bytesMax?: number
  /** Milliseconds after which an entry is stale: a request is served from it and triggers a recomputation. */
  readonly freshMillisMax?: number
  /**
   * Milliseconds after which an entry is no longer served: the largest lag behind writes of other instances while their
   * notices do not arrive.
   */
  readonly ageMillisMax?: number
  /** A monotonic clock in milliseconds; only differences are used. */
  readonly now?: () => number
}

const urlsPerEntryMax = 8
/** Longer URLs are not stored as aliases, so that clients cannot control the size of the cache. */
const urlLengthMax = 256
/** Concurrent computations per key: changes can be announced faster than an answer can be computed. */
const runningPerKeyMax = 2
/** Measured on Node 20: the entry, its table slots, its header lists and the object around its body. */
const entryOverheadBytes = 1_024
/** A table slot and the header of the string. */
const textOverheadBytes = 64
const topicOverheadBytes = 192
const sweepMillis = 1_000
/** The topic whose answers every change affects and that are too expensive to recompute after each change. */
const expensiveTopic: Topic = "boards"
/**
 * How long a stale expensive answer may be served, as a multiple of its compute time: 3 caps recomputation at a quarter
 * of one core.
 */
const expensiveServedFactor = 3
/** Answers that take longer to compute expire by age only; otherwise readers would wait for them too often. */
const expensiveMillisMax = 250
/** Delay before a failed recomputation of a stale answer is retried. */
const retryMillis = 500

/** Upper bound for a string in a table: two bytes a character when any character is beyond Latin-1. */
const textBytes = (text: string): number => textOverheadBytes + 2 * text.length

/** Header names and most header values are constants shared by all answers. */
const headBytes = ({ etag, lines }: CachedHead): number => 8 * lines.length + 2 * (etag?.length ?? 0)

const answerBytes = ({ body, open, shared }: CachedAnswer): number =>
  body.byteLength + headBytes(shared) + headBytes(open)

const entryBytes = (key: string, answer: CachedAnswer, topics: ReadonlyArray<Topic>): number =>
  topics.reduce(
    (sum, topic) => sum + topicOverheadBytes + textBytes(topic),
    entryOverheadBytes + textBytes(key) + answerBytes(answer)
  )

/**
 * A cache of public answers as bytes. An announced change of a topic drops its entries, so that the next read sees the
 * change. Changes that are not announced here (changes by the clock, or by other instances while notices do not arrive)
 * become visible when entries expire by age, counted from the instant at which the computation began to read. A stale
 * entry is served while one computation revalidates it. Entries of the topic `boards` are not dropped but expire early
 * after any change. The result of a computation that began before an announcement goes to the requests that waited for
 * it and is not stored. A hit runs without an Effect.
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
  /** Eviction order: all entries before this iterator's position have been dropped. */
  #oldest = this.#entries.values()
  #bytes = 0
  hits = 0
  misses = 0
  /** Whether notices of other instances arrive; undefined for an instance that is alone. */
  noticesArrive: boolean | undefined

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
   * Finds an entry by the URL exactly as sent: the fast path for a URL seen before. Returns undefined for a stale entry
   * without a computation in progress, so that this request starts one.
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

  /**
   * Finds an entry by its normalised key and stores the URL as an alias. `wantsFill`: the caller should revalidate it.
   */
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
    // Most recently used last; eviction starts at the front.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return { answer: entry.answer, wantsFill: now >= entry.freshUntil && this.fillOf(key) === undefined }
  }

  /** The running or queued computation for this key whose answer will include all changes announced so far, if any. */
  fillOf(key: string): Fill | undefined {
    const flight = this.#flights.get(key)
    if (flight === undefined) return undefined
    if (flight.queued !== undefined) return flight.queued
    const newest = flight.running[flight.running.length - 1]
    return newest?.stale === false ? newest : undefined
  }

  /** Starts computing an answer, or queues it if the maximum number of computations for the key is running. */
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

  #finish(fill: Fill): void {
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
   * Ends a computation. Its answer replaces the entry unless one of its topics was announced meanwhile. `nothing`
   * removes the entry; `failed` leaves it until it expires.
   */
  end(fill: Fill, url: string, outcome: CachedAnswer | "nothing" | "failed"): void {
    this.#keep(fill, url, outcome)
    this.#finish(fill)
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
    const computeMillis = this.#now() - fill.beganAt
    const entry: Entry = {
      key: fill.key,
      answer: outcome,
      topics: fill.topics,
      freshUntil: fill.beganAt + this.#freshMillisMax,
      servedUntil: fill.beganAt + this.#ageMillisMax,
      servedUntilAfterChange: computeMillis > expensiveMillisMax
        ? Infinity
        : fill.beganAt + expensiveServedFactor * computeMillis,
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
    if (fill.changed) expireEarly(entry)
  }

  /**
   * Evicts the least recently used entries until the cache fits its limit. The iterator is kept across calls: a new
   * iterator would have to skip the slots of all entries deleted since the last rehash.
   */
  #evict(): void {
    while (this.#bytes > this.#bytesMax) {
      const next = this.#oldest.next()
      if (next.done === true) this.#oldest = this.#entries.values()
      else this.#drop(next.value)
    }
  }

  /** Drops expired entries, which otherwise would stay in memory until the next request for the same URL. */
  sweep(): void {
    const now = this.#now()
    for (const entry of this.#entries.values()) if (now >= entry.servedUntil) this.#drop(entry)
  }

  announce(topics: ReadonlyArray<Topic>): void {
    for (const topic of topics) {
      for (const entry of this.#byTopic.get(topic) ?? []) this.#drop(entry)
    }
    for (const entry of this.#byTopic.get(expensiveTopic) ?? []) expireEarly(entry)
    for (const { running } of this.#flights.values()) {
      const newest = running[running.length - 1]
      if (newest?.topics.includes(expensiveTopic) === true) newest.changed = true
      if (newest?.stale === false && newest.topics.some((topic) => topics.includes(topic))) newest.stale = true
    }
  }

  /** Drops all entries, and stores no answer whose computation began before: any topic may have changed. */
  announceAll(): void {
    for (const entry of this.#entries.values()) this.#drop(entry)
    for (const { running } of this.#flights.values()) {
      for (const fill of running) fill.stale = true
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

const expireEarly = (entry: Entry): void => {
  entry.servedUntil = Math.min(entry.servedUntil, entry.servedUntilAfterChange)
}

/** The cache that this instance's listeners share. */
export class ResponseCache extends Context.Tag("auspex/http/ResponseCache")<ResponseCache, ResponseCacheStore>() {
  /** Provides the cache and the `Changes` port, through which use cases announce changes. */
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
