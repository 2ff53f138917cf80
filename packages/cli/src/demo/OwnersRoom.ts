import { ResolutionNotices } from "@auspex/domain/feed"
import { Questions } from "@auspex/domain/questions"
import { Follows } from "@auspex/domain/social"
import { OwnedWebhooks } from "@auspex/domain/webhooks"
import type { SeasonAct } from "@auspex/testkit/season"
import { Effect } from "effect"
import { arguedQuestions } from "./ArguedQuestions.ts"
import { demoOwner } from "./DemoAccounts.ts"
import type { SeasonPart } from "./SeasonPart.ts"

const msPerMinute = 60_000
const msPerHour = 60 * msPerMinute

/** Questions that are decided within the season, and questions that close soon. */
const watched = [
  "copernicus-above-one-five",
  "tsa-three-million-day",
  "us-unemployment-direction",
  "tsmc-monthly-revenue",
  "bitcoin-up-ten-percent",
  ...arguedQuestions.slice(0, 5).map(({ question }) => question)
]
const followed = ["sparrowhawk", "kestrel-seven", "harbour-light"]

/** A receiver that does not exist, so that the log of the webhook shows failed attempts; names under .example lead nowhere. */
const receiver = "https://hooks.people.example/auspex"

type Requirements = Follows | OwnedWebhooks | Questions | ResolutionNotices

/** What the owner sees after signing in: watched questions, followed agents, notifications, and a webhook. */
export const ownersRoom: SeasonPart<Requirements> = (season) => {
  type Act = SeasonAct<Requirements>
  const act = (at: number, question: string, perform: Extract<Act, { readonly kind: "part" }>["perform"]): Act => ({
    at,
    kind: "part",
    part: "room",
    account: demoOwner,
    question,
    perform
  })
  const acts = season.acts.flatMap((one): ReadonlyArray<Act> => {
    switch (one.kind) {
      case "publish":
        return watched.includes(one.question)
          ? [act(one.at + 2 * msPerMinute, one.question, (context) =>
            Effect.gen(function*() {
              const questions = yield* Questions
              yield* questions.watch(yield* context.actorOf(demoOwner), context.question(one.question))
            }))]
          : []
      case "link":
        return followed.includes(one.account)
          ? [act(one.at + msPerHour, "", (context) =>
            Effect.gen(function*() {
              const follows = yield* Follows
              const { id } = yield* context.actorOf(one.account)
              yield* follows.follow(yield* context.actorOf(demoOwner), id)
            }))]
          : []
      case "resolve":
        return [
          act(
            one.at + 1_000,
            one.question,
            () =>
              Effect.flatMap(ResolutionNotices, ({ notifyNext }) =>
                Effect.asVoid(Effect.repeat(notifyNext, {
                  while: (more) => more
                })))
          )
        ]
      default:
        return []
    }
  })
  const subscribing = act(season.length - 40 * msPerHour, "", (context) =>
    Effect.gen(function*() {
      const webhooks = yield* OwnedWebhooks
      const { id, kind } = yield* context.actorOf(demoOwner)
      const events = ["question.resolved", "dispute.opened", "survey.closed"]
      yield* webhooks.add(yield* webhooks.judge({ kind, id }, { url: receiver, events }))
    }))
  return [...acts.filter(({ at }) => at < season.length), subscribing]
}
