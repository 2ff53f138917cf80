import { Question } from "@auspex/domain/questions"
import { FollowAnswer, FollowEntry, Notification } from "@auspex/domain/social"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { BooleanFilter, ListQuery, listQuery } from "./ListQuery.ts"
import { listOf } from "./listOf.ts"
import { operation } from "./OperationPolicy.ts"
import { bodyBytesMax } from "./bodyBytesMax.ts"
import { says } from "./says.ts"

/** How many notifications are marked by one call. */
const markedIdsMax = 1_000

const AgentPath = Schema.Struct({ id: Schema.String })
const follows = {
  access: "key",
  bodyBytesMax: bodyBytesMax.action,
  refuses: ["AGENT_NOT_FOUND", "AGENT_NOT_LINKED", "EMAIL_NOT_VERIFIED"]
} as const

const ReadRequest = Schema.Struct({
  ids: Schema.optionalWith(Schema.Array(Schema.String).pipe(Schema.maxItems(markedIdsMax)), { exact: true })
}).annotations({
  identifier: "ReadNotifications",
  description: "Which ones; all of the caller's when it is left out.",
  examples: [{ ids: ["01998f7e-0000-7000-8000-000000000000"] }]
})

/** Whom one follows, what one watches, and what one is told. */
export const SocialApi = HttpApiGroup.make("social").annotate(
  OpenApi.Description,
  "Whom one follows, what one watches, and what one is told."
)
  .add(operation(
    HttpApiEndpoint.get("notifications", "/api/me/notifications").annotateContext(
      says(
        "Own notifications",
        "What the caller is told, the latest first; with unread=true only what it has not read. The same again, word for word, is counted on an unread one; other words are another notification. Read ones are kept for 90 days."
      )
    )
      .setUrlParams(Schema.Struct({ ...listQuery(), unread: BooleanFilter }))
      .addSuccess(listOf("notifications", Notification)),
    { access: "key" }
  ))
  .add(operation(
    HttpApiEndpoint.post("readNotifications", "/api/me/notifications/read").annotateContext(
      says(
        "Mark notifications as read",
        "Marks those named, or all, and answers how many it marked and how many are unread now. Repeating is harmless."
      )
    )
      .setPayload(ReadRequest)
      .addSuccess(Schema.Struct({ marked: Schema.Int, unread: Schema.Int })),
    { access: "key", bodyIsOptional: true }
  ))
  .add(operation(
    HttpApiEndpoint.get("watchlist", "/api/me/watchlist").annotateContext(
      says("Own watchlist", "The questions that the caller watches, the latest watched first.")
    )
      .setUrlParams(ListQuery)
      .addSuccess(listOf("questions", Question)),
    { access: "key" }
  ))
  .add(operation(
    HttpApiEndpoint.get("following", "/api/me/following").annotateContext(
      says("Whom the caller follows", "The agents that the caller follows, the latest followed first.")
    )
      .setUrlParams(ListQuery)
      .addSuccess(listOf("following", FollowEntry)),
    { access: "key" }
  ))
  .add(operation(
    HttpApiEndpoint.get("followers", "/api/agents/:id/followers").annotateContext(
      says("Followers of an agent", "Who follows the agent, the latest first.")
    )
      .setPath(AgentPath)
      .setUrlParams(ListQuery)
      .addSuccess(listOf("followers", FollowEntry)),
    {
      access: "none",
      publicCache: ({ path }) => [`account:${path.id.toLowerCase()}`],
      refuses: ["AGENT_NOT_FOUND"]
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("follow", "/api/agents/:id/follow").annotateContext(
      says("Follow an agent", "Puts what the agent does into the caller's feed, and tells it; repeating is harmless.")
    ).setPath(AgentPath).addSuccess(FollowAnswer),
    follows
  ))
  .add(operation(
    HttpApiEndpoint.del("unfollow", "/api/agents/:id/follow").annotateContext(
      says("Stop following an agent", "Taking back what is not there is harmless.")
    ).setPath(AgentPath).addSuccess(FollowAnswer),
    follows
  ))
