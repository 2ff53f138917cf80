import { Changes, type Topic } from "@auspex/domain/kernel"
import { Context, Effect, Layer } from "effect"
import type { OwnRateClass } from "../contract/Manners.ts"
import type { RouteMetrics } from "./Metrics.ts"

/** An answer that is kept as it goes over the wire. */
export interface CachedAnswer {
  readonly body: string
  readonly byteLength: number
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
  readonly expiresAt: number
  /** The spellings under which it was asked for. */
  readonly urls: Array<string>
  alive: boolean
}

/** One computation of an answer that is going on; it may be made worthless by an announcement. */
export interface Fill<A> {
  readonly key: string
  readonly topics: ReadonlyArray<Topic>
  readonly waiters: Array<(answer: A) => void>
  stale: boolean
}

export interface ResponseCacheOptions {
  readonly bytesMax?: number
  /** How long an answer may be served after changes made through another instance. */
  readonly ageMillisMax?: number
}

const urlsPerEntryMax = 8
const entryOverheadBytes = 512

/**
 * Bytes of public answers, dropped as soon as one of their topics is announced. A fill that began before an announcement
 * is answered to those who waited for it, but not kept. Plain data structures: a hit touches no Effect.
 */
export class ResponseCacheStore {
  readonly #entries = new Map<string, Entry>()
  readonly #aliases = new Map<string, Entry>()
  readonly #byTopic = new Map<Topic, Set<Entry>>()
  readonly #fills = new Map<string, Fill<any>>()
  readonly #bytesMax: number
  readonly #ageMillisMax: number
  #bytes = 0
  hits = 0
  misses = 0

  constructor(options: ResponseCacheOptions = {}) {
    this.#bytesMax = options.bytesMax ?? 64 * 1_024 * 1_024
    this.#ageMillisMax = options.ageMillisMax ?? 2_000
  }

  get bytes(): number {
    return this.#bytes
  }

  /** By the URL exactly as it was sent: the fast way for a URL seen before. */
  byUrl(url: string, now: number): CachedAnswer | undefined {
    const entry = this.#aliases.get(url)
    if (entry === undefined) return undefined
    if (entry.expiresAt <= now) {
      this.#drop(entry)
      return undefined
    }
    this.hits++
    return entry.answer
  }

  /** By the normalised key; remembers the URL for next time. */
  byKey(key: string, url: string, now: number): CachedAnswer | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    if (entry.expiresAt <= now) {
      this.#drop(entry)
      return undefined
    }
    this.hits++
    this.#alias(url, entry)
    // Most recently used last: the first is the one to go.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.answer
  }

  /** The fill for this key that is going on, if it is still worth waiting for. */
  fillOf<A>(key: string): Fill<A> | undefined {
    return this.#fills.get(key)
  }

  begin<A>(key: string, topics: ReadonlyArray<Topic>): Fill<A> {
    this.misses++
    const fill: Fill<A> = { key, topics, waiters: [], stale: false }
    this.#fills.set(key, fill)
    return fill
  }

  /** Ends a fill; keeps the answer unless there is none, or a topic was announced meanwhile. */
  end(fill: Fill<any>, url: string, answer: CachedAnswer | undefined, now: number): void {
    if (this.#fills.get(fill.key) === fill) this.#fills.delete(fill.key)
    if (answer === undefined || fill.stale) return
    const cost = answer.byteLength + entryOverheadBytes
    if (cost > this.#bytesMax / 4) return
    const former = this.#entries.get(fill.key)
    if (former !== undefined) this.#drop(former)
    const entry: Entry = {
      key: fill.key,
      answer,
      topics: fill.topics,
      expiresAt: now + this.#ageMillisMax,
      urls: [],
      alive: true
    }
    this.#entries.set(fill.key, entry)
    this.#bytes += cost
    for (const topic of entry.topics) {
      const entries = this.#byTopic.get(topic)
      if (entries === undefined) this.#byTopic.set(topic, new Set([entry]))
      else entries.add(entry)
    }
    this.#alias(url, entry)
    for (const oldest of this.#entries.values()) {
      if (this.#bytes <= this.#bytesMax) break
      this.#drop(oldest)
    }
  }

  announce(topics: ReadonlyArray<Topic>): void {
    for (const topic of topics) {
      for (const entry of this.#byTopic.get(topic) ?? []) this.#drop(entry)
    }
    for (const fill of this.#fills.values()) {
      if (fill.topics.some((topic) => topics.includes(topic))) {
        fill.stale = true
        this.#fills.delete(fill.key)
      }
    }
  }

  #alias(url: string, entry: Entry): void {
    if (entry.urls.length >= urlsPerEntryMax) return
    entry.urls.push(url)
    this.#aliases.set(url, entry)
  }

  #drop(entry: Entry): void {
    if (!entry.alive) return
    entry.alive = false
    this.#bytes -= entry.answer.byteLength + entryOverheadBytes
    if (this.#entries.get(entry.key) === entry) this.#entries.delete(entry.key)
    for (const url of entry.urls) if (this.#aliases.get(url) === entry) this.#aliases.delete(url)
    for (const topic of entry.topics) {
      const entries = this.#byTopic.get(topic)
      entries?.delete(entry)
      if (entries?.size === 0) this.#byTopic.delete(topic)
    }
  }
}

/** The cache that this instance's listeners share. */
export class ResponseCache extends Context.Tag("auspex/http/ResponseCache")<ResponseCache, ResponseCacheStore>() {
  /** The cache, and the port through which use cases say what changed. */
  static readonly layer = (options: ResponseCacheOptions = {}): Layer.Layer<ResponseCache | Changes> =>
    Layer.effectContext(Effect.sync(() => {
      const store = new ResponseCacheStore(options)
      return Context.make(ResponseCache, store).pipe(
        Context.add(Changes, { announce: (topics) => Effect.sync(() => store.announce(topics)) })
      )
    }))
}
