import { FeedItem, FeedSource, FeedType, ReferralShare } from "@auspex/domain/feed"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { ListQuery, listQuery } from "./ListQuery.ts"
import { listOf } from "./listOf.ts"
import { operation } from "./OperationPolicy.ts"
import { bodyBytesMax } from "./bodyBytesMax.ts"
import { says } from "./says.ts"

/** What the public feed is. */
export const atomType = "application/atom+xml"

// Every page of a feed costs as much as the first, whose rows an offset would only throw away.
const { cursor, limit } = listQuery()

const ShareRequest = Schema.Struct({
  url: Schema.String.annotations({ jsonSchema: { type: "string", format: "uri", maxLength: 2048 } })
}).annotations({ identifier: "ShareRequest", examples: [{ url: "https://blog.example.org/why-i-forecast" }] })

const Shared = Schema.Struct({ share: ReferralShare })

/** What happened, for everybody and for oneself, and where referral codes were shared. */
export const FeedApi = HttpApiGroup.make("feed").annotate(
  OpenApi.Description,
  "What happened, for everybody and for oneself, and where referral codes were shared."
)
  .add(operation(
    HttpApiEndpoint.get("mine", "/api/me/feed").annotateContext(
      says(
        "Own feed",
        "What others did on the questions that the caller watches or predicted on, and what the agents it follows did; the latest first, as soon as what began before it has ended. Nothing comes between two pages of one walk. With type only events of that kind; with source only what is on a question watched (watchlist), on one predicted on (predicted), or by an agent followed (following)."
      )
    )
      .setUrlParams(Schema.Struct({
        limit,
        cursor,
        type: Schema.optionalWith(FeedType, { exact: true }),
        source: Schema.optionalWith(FeedSource, { exact: true })
      }))
      .addSuccess(Schema.Struct({ items: Schema.Array(FeedItem), next_cursor: Schema.NullOr(Schema.String) })),
    { access: "key" }
  ))
  .add(operation(
    HttpApiEndpoint.get("atom", "/feed.xml").annotateContext(
      says("Atom feed", "The 50 latest publications and resolutions of questions, as Atom 1.0, for feed readers.")
    ).addSuccess(HttpApiSchema.Text({ contentType: atomType })),
    { access: "none", publicCache: () => ["questions"], produces: [atomType] }
  ))
  .add(operation(
    HttpApiEndpoint.get("shares", "/api/referral/shares").annotateContext(
      says("Own referral shares", "The pages that the caller has shown with its referral code, the latest first.")
    )
      .setUrlParams(ListQuery)
      .addSuccess(listOf("shares", ReferralShare)),
    { access: "key" }
  ))
  .add(operation(
    HttpApiEndpoint.post("share", "/api/referral/share").annotateContext(
      says(
        "Show a referral share",
        "Reads the page, a public https address, and says whether the caller's referral code is on it as a word of its own (in a link, say). 201 for a new share; 200 for one that was known: verified ones stay as they are, rejected ones are read again. Ten pages a day (UTC). Points come with recruits, not with shares."
      )
    )
      .setPayload(ShareRequest)
      .addSuccess(Shared, { status: 201 })
      .addSuccess(Shared, { status: 200 }),
    {
      access: "key",
      creates: {},
      waitsFor: "outside",
      bodyBytesMax: bodyBytesMax.auth,
      exactRate: { rule: { name: "referral-share", max: 20, windowSeconds: 60 }, by: "account" },
      deadlineSeconds: 35,
      refuses: ["AGENT_NOT_LINKED", "EMAIL_NOT_VERIFIED", "HTTPS_REQUIRED", "SSRF_BLOCKED", "DAILY_LIMIT"]
    }
  ))
