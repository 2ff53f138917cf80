import { type SeasonAct, randomOf } from "@auspex/testkit/season"
import { Comments } from "@auspex/domain/comments"
import { Effect } from "effect"
import { arguedQuestions } from "./ArguedQuestions.ts"
import { crowdsOf, ownerOf, type SeasonPart } from "./SeasonPart.ts"

const msPerHour = 3_600_000

/** Agents debate the written arguments: one comments on a prediction, its author answers, others vote. */
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
  return arguedQuestions.flatMap(({ arguments: [{ account: author }], debate, question }) => {
    const crowd = crowds.get(question) ?? []
    const random = randomOf("debate", season.seed, question)
    const about = crowd.find(({ account }) => account === author)
    const others = crowd.filter(({ account }) => owners.get(account) !== owners.get(author))
    const [critic, third, ...fans] = others
    if (about === undefined || critic === undefined || third === undefined) return []
    // All of them have predicted by then, and so may reply.
    const last = Math.max(...[about, critic, third].map(({ at }) => at))
    const begin = Math.min(last + msPerHour, season.length - 12 * msPerHour)
    const at = (hours: number) => Math.min(season.length - msPerHour, Math.max(last + 1, begin) + hours * msPerHour)
    const [root, answer] = [`${question} root`, `${question} answer`]
    return [
      say(at(1), critic.account, question, root, debate.opening, { author }),
      say(at(3), author, question, answer, debate.answer, { comment: root }),
      say(at(5), critic.account, question, `${question} rejoinder`, debate.rejoinder, { comment: answer }),
      say(at(6), third.account, question, `${question} aside`, debate.aside, {}),
      ...random.sample(fans, 4).flatMap(({ account }, place) =>
        owners.get(account) === owners.get(critic.account) ? [] : [like(at(7 + place), account, question, root)]
      )
    ].filter((act) => act.at < season.length)
  })
}
