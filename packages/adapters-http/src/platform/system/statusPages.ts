import { PublicBaseUrl } from "@auspex/domain/identity"
import type { DatabaseClock } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { Readiness } from "../../engine/Readiness.ts"
import type { PlainRoute } from "../../engine/Route.ts"
import { pageAnswer, pageType } from "../../pages/pageAnswer.tsx"
import { databaseAnswers } from "./databaseAnswers.ts"
import { pageTime } from "../../pages/pageTime.ts"
import { statusPage } from "./StatusPage.tsx"

/** The state of the service as a page; 503 in an outage, as the probes answer. */
export const statusPageRoutes: ReadonlyArray<PlainRoute<DatabaseClock | Readiness | PublicBaseUrl>> = [{
  method: "GET",
  path: "/status",
  policy: { access: "none", produces: [pageType] },
  handler: () =>
    Effect.gen(function*() {
      const { publicUrl } = yield* PublicBaseUrl
      const { stopping } = yield* Readiness
      const isDatabaseUp = yield* databaseAnswers
      const now = yield* pageTime
      const page = statusPage({ isDatabaseUp, isStopping: stopping, now, home: publicUrl })
      return isDatabaseUp && !stopping ? pageAnswer(200, page) : pageAnswer(503, page, { "Retry-After": "1" })
    })
}]
