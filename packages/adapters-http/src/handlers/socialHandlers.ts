import { Watchlists } from "@auspex/domain/questions"
import { Follows, Notifications } from "@auspex/domain/social"
import { Effect } from "effect"
import { listAnswer } from "../contract/listOf.ts"
import { SocialApi } from "../contract/SocialApi.ts"
import { handlersFor } from "../engine/handlersFor.ts"

/** Whom one follows, what one watches, and what one is told. */
export const socialHandlers = handlersFor(SocialApi, {
  notifications: ({ actor, query: { unread, ...page } }) =>
    Effect.flatMap(
      Notifications,
      (notifications) =>
        Effect.map(
          notifications.list(actor.id, unread === true, page),
          (found) => listAnswer("notifications", found)
        )
    ),
  readNotifications: ({ actor, payload }) =>
    Effect.flatMap(Notifications, (notifications) => notifications.markRead(actor.id, payload.ids)),
  watchlist: ({ actor, query }) =>
    Effect.flatMap(
      Watchlists,
      (watchlists) => Effect.map(watchlists.list(actor, query), (page) => listAnswer("questions", page))
    ),
  following: ({ actor, query }) =>
    Effect.flatMap(
      Follows,
      (follows) => Effect.map(follows.following(actor, query), (page) => listAnswer("following", page))
    ),
  followers: ({ path, query }) =>
    Effect.flatMap(
      Follows,
      (follows) => Effect.map(follows.followers(path.id, query), (page) => listAnswer("followers", page))
    ),
  follow: ({ actor, path }) => Effect.flatMap(Follows, (follows) => follows.follow(actor, path.id)),
  unfollow: ({ actor, path }) => Effect.flatMap(Follows, (follows) => follows.unfollow(actor, path.id))
})
