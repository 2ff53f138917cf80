import { Watchlists } from "@auspex/domain/questions"
import { Follows, Notifications } from "@auspex/domain/social"
import { Effect } from "effect"
import { SocialApi } from "./SocialApi.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { answerList } from "../../engine/namedAnswer.ts"

/** Follows, watchlists and notifications. */
export const socialHandlers = handlersFor(SocialApi, {
  notifications: ({ actor, query: { unread, ...page } }) =>
    answerList(Notifications, "notifications", (notifications) => notifications.list(actor.id, unread === true, page)),
  readNotifications: ({ actor, payload }) =>
    Effect.flatMap(Notifications, (notifications) => notifications.markRead(actor.id, payload.ids)),
  watchlist: ({ actor, query }) => answerList(Watchlists, "questions", (watchlists) => watchlists.list(actor, query)),
  following: ({ actor, query }) => answerList(Follows, "following", (follows) => follows.following(actor, query)),
  followers: ({ path, query }) => answerList(Follows, "followers", (follows) => follows.followers(path.id, query)),
  follow: ({ actor, path }) => Effect.flatMap(Follows, (follows) => follows.follow(actor, path.id)),
  unfollow: ({ actor, path }) => Effect.flatMap(Follows, (follows) => follows.unfollow(actor, path.id))
})
