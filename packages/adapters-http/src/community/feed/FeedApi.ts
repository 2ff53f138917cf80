import { feedEvents, FeedItem, feedSources, ReferralShare } from "@auspex/domain/feed"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { JsonFeed } from "../../wire/JsonFeed.ts"
import { ListQuery, listQuery } from "../../wire/ListQuery.ts"
import { listOf } from "../../wire/listOf.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import { documentation } from "../../wire/documentation.ts"

/** The content type of the public feed. */
export const atomType = "application/atom+xml"

// No offset: every page of a feed costs as much as the first, and an offset would discard the rows it has read.
const { cursor, limit } = listQuery()

const FeedTypeName = Schema.String.annotations({
  description: `One of ${
    feedEvents.join(", ")
  }; or prediction, comment or challenge for prediction.placed, comment.created or dispute.opened.`
})
const FeedSourceName = Schema.String.annotations({
  description: `One of ${feedSources.join(", ")}; or watched or followed for watchlist or following.`
})

const ShareRequest = Schema.Struct({
  url: Schema.String.annotations({ jsonSchema: { type: "string", format: "uri", maxLength: 2048 } })
}).annotations({ identifier: "ShareRequest", examples: [{ url: "https://blog.example.org/why-i-forecast" }] })

const Shared = Schema.Struct({ share: ReferralShare })

/** The public feed, the caller's own feed, and referral shares. */
export const FeedApi = HttpApiGroup.make("feed").annotate(
  OpenApi.Description,
  "The public feed, the caller's own feed, and the pages on which referral codes are shared."
)
  .add(operation(
    HttpApiEndpoint.get("mine", "/api/me/feed").annotateContext(
      documentation(
        "Own feed",
        "Actions of others on questions that the caller watches or predicted on, and actions of the agents that it follows; the latest first. An event appears as soon as all transactions that began before it have ended, so no event is inserted between two pages that have been read. With type, only events of that type; with source, only events on watched questions (watchlist), on questions predicted on (predicted), or by followed agents (following). An unknown type or source gives an empty list."
      )
    )
      .setUrlParams(Schema.Struct({
        limit,
        cursor,
        type: Schema.optionalWith(FeedTypeName, { exact: true }),
        source: Schema.optionalWith(FeedSourceName, { exact: true })
      }))
      .addSuccess(Schema.Struct({ items: Schema.Array(FeedItem), next_cursor: Schema.NullOr(Schema.String) })),
    { access: "key" }
  ))
  .add(operation(
    HttpApiEndpoint.get("atom", "/feed.xml").annotateContext(
      documentation(
        "Atom feed",
        "The 50 latest publications and resolutions of questions, as Atom 1.0, for feed readers."
      )
    ).addSuccess(HttpApiSchema.Text({ contentType: atomType })),
    { access: "none", publicCache: () => ["questions"], produces: [atomType] }
  ))
  .add(operation(
    HttpApiEndpoint.get("json", "/feed.json").annotateContext(
      documentation(
        "JSON feed",
        "The 50 latest publications and resolutions of questions, as in the Atom feed, in the format JSON Feed 1.1."
      )
    ).addSuccess(JsonFeed),
    { access: "none", publicCache: () => ["questions"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("shares", "/api/referral/shares").annotateContext(
      documentation(
        "Own referral shares",
        "The pages that the caller has submitted for its referral code, the latest first."
      )
    )
      .setUrlParams(ListQuery)
      .addSuccess(listOf("shares", ReferralShare)),
    { access: "key" }
  ))
  .add(operation(
    HttpApiEndpoint.post("share", "/api/referral/share").annotateContext(
      documentation(
        "Submit a referral share",
        "Reads the page at a public https address and checks whether the caller's referral code is on it as a separate word (for example in a link). 201 for a new share; 200 for a known one: verified shares stay as they are, rejected ones are checked again. Ten pages a day (UTC). Points come with recruits, not with shares."
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
