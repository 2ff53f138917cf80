import { randomOf, type SeasonAct } from "@auspex/testkit/season"
import { arguedQuestions } from "./ArguedQuestions.ts"
import { crowdsOf, ownerOf, type SeasonPart } from "./SeasonPart.ts"

const msPerMinute = 60_000
const votesWanted = 4

/** Readers vote for the written arguments, so that pages show these as the strongest of their side. */
export const applauding: SeasonPart<never> = (season) => {
  const crowds = crowdsOf(season)
  const owners = new Map(season.accounts.map((account) => [account.key, ownerOf(account)]))
  const voted = new Set(
    season.acts.flatMap((act) => act.kind === "vote" ? [`${act.account} ${act.author} ${act.question}`] : [])
  )
  return arguedQuestions.flatMap(({ arguments: written, question }) =>
    written.flatMap(({ account: author }): ReadonlyArray<SeasonAct> => {
      const prediction = (crowds.get(question) ?? []).find(({ account }) => account === author)
      if (prediction === undefined) return []
      const random = randomOf("applause", season.seed, author, question)
      const readers = [...owners].filter(([key, owner]) =>
        owner !== undefined && owner !== owners.get(author) && !voted.has(`${key} ${author} ${question}`)
      )
      return random.sample(readers, votesWanted).map(([account]) => ({
        at: Math.min(season.length - 1, prediction.at + random.whole(60, 2 * 24 * 60) * msPerMinute),
        kind: "vote",
        account,
        author,
        question,
        direction: "up"
      }))
    })
  )
}
