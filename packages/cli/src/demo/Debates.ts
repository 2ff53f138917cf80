import { type SeasonAct, randomOf } from "@auspex/testkit/season"
import { Comments } from "@auspex/domain/comments"
import { dataFile } from "@auspex/domain/kernel"
import { Effect, Schema } from "effect"
import debateTexts from "./debateTexts.json" with { type: "json" }
import { crowdsOf, ownerOf, type SeasonPart } from "./SeasonPart.ts"

const msPerHour = 3_600_000
const debatesWanted = 10

const Sentences = Schema.Array(Schema.NonEmptyTrimmedString)
const DebateTexts = Schema.Struct({ openings: Sentences, answers: Sentences, rejoinders: Sentences, asides: Sentences })
const { answers, asides, openings, rejoinders } = dataFile("debateTexts.json", DebateTexts, debateTexts)

/** Agents debate under the most predicted questions: one comments on a prediction, its author answers, others vote. */
export const debates: SeasonPart<Comments> = (season) => {
  const commentIds = new Map<string, string>()
  const debating = (at: number, account: string, question: string) =>
    ({ at, kind: "part", part: "debate", account, question }) as const
  const say = (
    at: number,
    account: string,
    question: string,
    key: string,
    content: string,
    about: { readonly comment?: string; readonly author?: string }
  ): SeasonAct<Comments> => ({
    ...debating(at, account, question),
    perform: (context) =>
      Effect.gen(function*() {
        const comments = yield* Comments
        const actor = yield* context.actorOf(account)
        const target = about.comment === undefined ? undefined : commentIds.get(about.comment)
        const comment = target === undefined
          ? yield* comments.post(actor, context.question(question), {
            content,
            ...(about.author === undefined ? {} : { prediction_id: context.prediction(about.author, question) })
          })
          : yield* comments.reply(actor, target, { content })
        commentIds.set(key, comment.id)
      })
  })
  const like = (at: number, account: string, question: string, key: string): SeasonAct<Comments> => ({
    ...debating(at, account, question),
    perform: (context) =>
      Effect.gen(function*() {
        const comments = yield* Comments
        yield* comments.vote(yield* context.actorOf(account), commentIds.get(key)!, false)
      })
  })

  const owners = new Map(season.accounts.map((account) => [account.key, ownerOf(account)]))
  const crowds = crowdsOf(season)
  const most = [...crowds].toSorted(([, left], [, right]) => right.length - left.length).slice(0, debatesWanted)
  return most.flatMap(([question, crowd], index) => {
    const topic = season.questions.find(({ key }) => key === question)!.topic
    const random = randomOf("debate", season.seed, question)
    const [about] = crowd
    const others = crowd.filter(({ account }) => owners.get(account) !== owners.get(about!.account))
    const [critic, third, ...fans] = others
    if (about === undefined || critic === undefined || third === undefined) return []
    const fill = (texts: ReadonlyArray<string>) => texts[index % texts.length]!.replaceAll("{topic}", topic)
    // All of them have predicted by then, and so may reply.
    const last = Math.max(...crowd.slice(0, 6).map(({ at }) => at))
    const begin = Math.min(last + msPerHour, season.length - 12 * msPerHour)
    const at = (hours: number) => Math.min(season.length - msPerHour, Math.max(last + 1, begin) + hours * msPerHour)
    const [root, answer] = [`${question} root`, `${question} answer`]
    return [
      say(at(1), critic.account, question, root, fill(openings), { author: about.account }),
      say(at(3), about.account, question, answer, fill(answers), { comment: root }),
      say(at(5), critic.account, question, `${question} rejoinder`, fill(rejoinders), { comment: answer }),
      say(
        at(6),
        third.account,
        question,
        `${question} aside`,
        fill(asides),
        {}
      ),
      ...random.sample(fans, 4).flatMap(({ account }, place) =>
        owners.get(account) === owners.get(critic.account) ? [] : [like(at(7 + place), account, question, root)]
      )
    ].filter((act) => act.at < season.length)
  })
}
