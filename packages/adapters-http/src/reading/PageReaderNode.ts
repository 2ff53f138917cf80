import { PageReader, rejection, type SourceReading, type SourceRejection } from "@auspex/domain/evidence"
import { Outbound, type OutboundFailure, type Refusal, type WebDocument } from "@auspex/domain/kernel"
import { Duration, Effect, Layer } from "effect"
import { HostTurns } from "./HostTurns.ts"
import { ReadingThread, readingLimits, type ReadingLimits } from "./ReadingThread.ts"
import type { ReadDocument } from "./readDocument.ts"

/** Options of reading pages. */
export interface PageReaderOptions {
  /** The pause between two fetches from one host. Default: one second. */
  readonly pauseMillis?: number
  /** The time limit of one fetch, redirects included. Default: that of `Outbound`, 20 seconds. */
  readonly fetchMillisMax?: number
  readonly limits?: ReadingLimits
}

const hostPauseMillis = 1_000
/** The time limit of a source from the beginning of its fetch, and what of it is left for reading in any case. */
const sourceMillisMax = 20_000
const readMillisMin = 1_000
/** How many documents are fetched or read at a time; bounds the memory that they take. */
const documentsMax = 8
/** Two, so that a document that takes its whole time does not hold up the others. */
const threadsMax = 2

const textBytesMax = 5_242_880
const pdfBytesMax = 20_971_520

/** Types under which servers send PDF; only those that begin like a PDF are read. */
const pdfTypes = [
  ..."pdf x-pdf acrobat vnd.pdf octet-stream x-octet-stream force-download download x-download"
    .split(" ")
    .map((type) => `application/${type}`),
  ..."binary/octet-stream application-download/pdf text/pdf text/x-pdf".split(" ")
]

/** The accepted media types with their size limits in bytes. */
const bytesMax: Readonly<Record<string, number>> = {
  ...Object.fromEntries(pdfTypes.map((type) => [type, pdfBytesMax])),
  "text/html": textBytesMax,
  "application/xhtml+xml": textBytesMax,
  "text/plain": textBytesMax,
  "text/markdown": textBytesMax,
  "text/x-markdown": textBytesMax
}

const refusedDetails: Readonly<Record<string, string>> = {
  HTTPS_REQUIRED: "The address, or one that it redirects to, does not begin with https://.",
  SSRF_BLOCKED: "The address, or one that it redirects to, leads to where this service makes no calls.",
  INVALID_REQUEST: "The address, or one that it redirects to, is not valid."
}

const isTemporaryStatus = (status: number): boolean =>
  status === 408 || status === 425 || status === 429 || status >= 500

const temporary = (rejected: SourceRejection): SourceRejection => ({ ...rejected, is_temporary: true })

const statusRejection = (status: number): SourceRejection => {
  if (status === 401 || status === 402) return rejection("login_wall", `The server asks for credentials (${status}).`)
  const rejected = rejection("status", `The server answered with status ${status}.`)
  return isTemporaryStatus(status) ? temporary(rejected) : rejected
}

/** What a failed fetch means for a source. */
export const fetchRejection = (failed: Refusal | OutboundFailure): SourceRejection => {
  if (failed._tag === "Refusal") {
    return rejection("refused_address", refusedDetails[failed.code] ?? "The address is refused.")
  }
  const { detail, reason, status = 0 } = failed
  switch (reason) {
    case "dns":
    case "connect":
    case "tls":
    case "broken":
      return temporary(rejection("unreachable", `The server cannot be reached: ${detail}.`))
    case "timeout":
      // Not temporary: a body that never ends would hold its place again and again.
      return rejection("unreadable", `The page had not ended when its time was over: ${detail}.`)
    case "status":
      return statusRejection(status)
    case "redirects":
      return rejection("redirects", `The server answered with ${detail}.`)
    case "content_type":
      return rejection("unsupported_type", `The server ${detail}, which is not read; HTML, PDF, Markdown and text are.`)
    case "encoding":
      return rejection("unreadable", `The page cannot be decompressed: ${detail}.`)
    case "too_large":
      return rejection("too_large", `The page is too large: ${detail}.`)
  }
}

/** The outcome with its address and the texts of its passages. */
const readingOf = (outcome: ReadDocument | SourceRejection, uri: string): SourceReading | SourceRejection => {
  if (outcome.status === "rejected") return outcome
  const { offsets, ...read } = outcome
  const passages = offsets.map(([start, end]) => ({ start, end, text: read.text.slice(start, end) }))
  return { ...read, passages, final_uri: uri }
}

const hostOf = (uri: string): string => URL.canParse(uri) ? new URL(uri).hostname : ""

/** Reads pages through the egress guard; texts are extracted in threads with limits of time and memory. */
export const pageReaderNode = (
  { fetchMillisMax, limits = readingLimits, pauseMillis = hostPauseMillis }: PageReaderOptions = {}
): Layer.Layer<PageReader, never, Outbound> =>
  Layer.scoped(
    PageReader,
    Effect.gen(function*() {
      const outbound = yield* Outbound
      const turns = new HostTurns(pauseMillis)
      const documents = yield* Effect.makeSemaphore(documentsMax)
      const threads = Array.from({ length: threadsMax }, () => new ReadingThread(limits))
      yield* Effect.addFinalizer(() => Effect.promise(() => Promise.all(threads.map((thread) => thread.close()))))
      const free = [...threads]
      const reading = yield* Effect.makeSemaphore(threadsMax)

      const readInThread = (document: WebDocument, millisMax: number) =>
        reading.withPermits(1)(Effect.acquireUseRelease(
          // The last thread first, so that a single thread does all the work while that is enough.
          Effect.sync(() => free.pop()!),
          (thread) =>
            Effect.promise((signal) =>
              thread.read({ ...document, path: new URL(document.url).pathname }, signal, millisMax)
            ),
          (thread) => Effect.sync(() => free.push(thread))
        ))
      const fetch = (uri: string) =>
        outbound.document({
          url: uri,
          bytesMax,
          ...(fetchMillisMax === undefined ? {} : { timeoutMillis: fetchMillisMax })
        })
      // Held until the document has been read; who waits for the turn of a host holds nothing.
      const room = Effect.acquireReleaseInterruptible(documents.take(1), () => documents.release(1))
      return PageReader.of({
        read: (uri) =>
          Effect.scoped(Effect.gen(function*() {
            const [took, fetched] = yield* turns.take(
              hostOf(uri),
              Effect.zipRight(room, Effect.timed(Effect.either(fetch(uri))))
            )
            if (fetched._tag === "Left") return fetchRejection(fetched.left)
            const millisLeft = Math.max(readMillisMin, sourceMillisMax - Duration.toMillis(took))
            return readingOf(yield* readInThread(fetched.right, millisLeft), fetched.right.url)
          }))
      })
    })
  )
