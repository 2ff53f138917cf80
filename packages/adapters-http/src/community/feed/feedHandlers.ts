import { Feeds, PublicFeeds, ReferralShares } from "@auspex/domain/feed"
import { Effect } from "effect"
import { atomType, FeedApi } from "./FeedApi.ts"
import { jsonFeedType } from "../../wire/JsonFeed.ts"
import { questionFeed, questionJsonFeed } from "./QuestionFeed.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { reply, replyRaw } from "../../engine/Reply.ts"
import { answerList } from "../../engine/namedAnswer.ts"

/** The public feed, the caller's own feed, and referral shares. */
export const feedHandlers = handlersFor(FeedApi, {
  mine: ({ actor, query }) => Effect.flatMap(Feeds, (feeds) => feeds.mine(actor, query)),
  atom: () =>
    Effect.flatMap(
      PublicFeeds,
      (feeds) =>
        Effect.map(feeds.latest, (feed) =>
          replyRaw({ contentType: `${atomType}; charset=utf-8`, content: questionFeed(feed) }))
    ),
  json: () =>
    Effect.flatMap(
      PublicFeeds,
      (feeds) =>
        Effect.map(feeds.latest, (feed) =>
          reply(questionJsonFeed(feed), { contentType: `${jsonFeedType}; charset=utf-8` }))
    ),
  shares: ({ actor, query }) => answerList(ReferralShares, "shares", (shares) => shares.list(actor, query)),
  share: ({ actor, payload }) =>
    Effect.flatMap(
      ReferralShares,
      (shares) =>
        Effect.map(shares.share(actor, payload.url), ({ isNew, share }) =>
          reply({ share }, { status: isNew ? 201 : 200 }))
    )
})
