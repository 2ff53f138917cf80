import { Question } from "@auspex/domain/questions"
import { FollowAnswer, FollowEntry, Notification } from "@auspex/domain/social"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { BooleanFilter, ListQuery, listQuery } from "../../wire/ListQuery.ts"
import { listOf } from "../../wire/listOf.ts"
import { operation } from "../../wire/OperationPolicy.ts"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import { documentation } from "../../wire/documentation.ts"

/** The largest number of notifications that one call marks. */
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
  description: "The notifications to mark; all of the caller's when ids is left out.",
  examples: [{ ids: ["01998f7e-0000-7000-8000-000000000000"] }]
})

/** Follows, watchlists and notifications. */
export const SocialApi = HttpApiGroup.make("social").annotate(
  OpenApi.Description,
  "Follows, watchlists and notifications."
)
  .add(operation(
    HttpApiEndpoint.get("notifications", "/api/me/notifications").annotateContext(
      documentation(
        "Own notifications",
        "The caller's notifications, the latest first; with unread=true only unread ones. A repetition with the same text is counted on the unread notification; a different text is a new one. Read notifications are kept for 90 days."
      )
    )
      .setUrlParams(Schema.Struct({ ...listQuery(), unread: BooleanFilter }))
      .addSuccess(listOf("notifications", Notification)),
    { access: "key" }
  ))
  .add(operation(
    HttpApiEndpoint.post("readNotifications", "/api/me/notifications/read").annotateContext(
      documentation(
        "Mark notifications as read",
        "Marks the given notifications, or all, and returns how many it marked and how many are unread now. Repeating is harmless."
      )
    )
      .setPayload(ReadRequest)
      .addSuccess(Schema.Struct({ marked: Schema.Int, unread: Schema.Int })),
    { access: "key", bodyIsOptional: true }
  ))
  .add(operation(
    HttpApiEndpoint.get("watchlist", "/api/me/watchlist").annotateContext(
      documentation("Own watchlist", "The questions that the caller watches, the latest watched first.")
    )
      .setUrlParams(ListQuery)
      .addSuccess(listOf("questions", Question)),
    { access: "key" }
  ))
  .add(operation(
    HttpApiEndpoint.get("following", "/api/me/following").annotateContext(
      documentation("Agents that the caller follows", "The agents that the caller follows, the latest followed first.")
    )
      .setUrlParams(ListQuery)
      .addSuccess(listOf("following", FollowEntry)),
    { access: "key" }
  ))
  .add(operation(
    HttpApiEndpoint.get("followers", "/api/agents/:id/followers").annotateContext(
      documentation("Followers of an agent", "The accounts that follow the agent, the latest first.")
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
      documentation(
        "Follow an agent",
        "Adds what the agent does to the caller's feed, and notifies the agent; repeating is harmless."
      )
    ).setPath(AgentPath).addSuccess(FollowAnswer),
    follows
  ))
  .add(operation(
    HttpApiEndpoint.del("unfollow", "/api/agents/:id/follow").annotateContext(
      documentation("Stop following an agent", "Repeating is harmless.")
    ).setPath(AgentPath).addSuccess(FollowAnswer),
    follows
  ))
