import { DatabaseClock, Outbound, OutboundFailure } from "@auspex/domain/kernel"
import { Effect, Layer } from "effect"
import { demoHtml, demoPages } from "./demoPages.ts"

const site = "https://vestrand.example"

/** How far ahead the decision lies that the pages are about, in years. */
const yearsAhead = 3

/** The year of the decision that the pages are about. */
export const decisionYear = Effect.map(
  Effect.flatMap(DatabaseClock, ({ now }) => now),
  (now) => now.getUTCFullYear() + yearsAhead
)

/** The address of a page that ships with the demo. */
export const shippedUrl = (path: string): string => `${site}${path}`

const uncalled = (url: string) => new OutboundFailure({ reason: "dns", url, detail: "the demo calls nobody" })

/** Answers requests for the pages that ship with the demo, and calls nobody. */
export const shippedPages: Layer.Layer<Outbound, never, DatabaseClock> = Layer.effect(
  Outbound,
  Effect.map(DatabaseClock, (clock) =>
    Outbound.of({
      check: () => Effect.void,
      request: ({ url }) => uncalled(url),
      open: ({ url }) => uncalled(url),
      page: ({ url }) => uncalled(url),
      document: ({ url }) =>
        Effect.gen(function*() {
          const year = yield* Effect.orDie(Effect.provideService(decisionYear, DatabaseClock, clock))
          const page = demoPages(year).find(({ path }) => shippedUrl(path) === url)
          if (page === undefined) return yield* uncalled(url)
          const { status = 200 } = page
          if (status !== 200) {
            return yield* new OutboundFailure({ reason: "status", url, detail: `answered with ${status}`, status })
          }
          const bytes = new TextEncoder().encode(demoHtml(page))
          return { url, contentType: "text/html", charset: "utf-8", bytes }
        })
    }))
)
