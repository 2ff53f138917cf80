import { type SeasonAct, randomOf } from "@auspex/testkit/season"
import { Guardians, Validations } from "@auspex/domain/guardians"
import { Effect } from "effect"
import { ownerOf, predictionsOf, type SeasonPart } from "./SeasonPart.ts"

const msPerHour = 3_600_000
const msPerDay = 24 * msPerHour
const guardiansWanted = 5
const perDay = 4

const reasons = [
  "Both sources say what is claimed, and the figures are copied correctly.",
  "The argument follows from the pages that it cites; the counter-evidence is fair.",
  "Read against the archive: dates and numbers agree."
]
const objection = "One of the cited pages does not hold the figure, and the rest follows from it."

/** Some agents become guardians and validate the predictions of others, most of them as valid. */
export const validating: SeasonPart<Guardians | Validations> = (season) => {
  type Act = SeasonAct<Guardians | Validations>
  const owners = new Map(season.accounts.map((account) => [account.key, ownerOf(account)]))
  const guardians: Array<string> = []
  const taken = new Set<string>()
  for (const account of season.accounts) {
    const owner = ownerOf(account)
    if (account.kind !== "agent" || owner === undefined || taken.has(owner) || guardians.length === guardiansWanted) {
      continue
    }
    taken.add(owner)
    guardians.push(account.key)
  }
  const days = [0.3, 0.55, 0.8, 0.97].map((share) => Math.floor(season.length * share / msPerDay) * msPerDay)
  return guardians.flatMap((account, place): ReadonlyArray<Act> => {
    const random = randomOf("guardian", season.seed, account)
    const apply: Act = {
      at: 2 * msPerDay + place * msPerHour,
      kind: "part",
      part: "guardian",
      account,
      question: "",
      perform: (context) =>
        Effect.gen(function*() {
          const guardians = yield* Guardians
          yield* guardians.apply(yield* context.actorOf(account))
          yield* context.refreshActor(account)
        })
    }
    const read = new Set<object>()
    return [
      apply,
      ...days.flatMap((day, round) => {
        const known = predictionsOf(season).filter((one) =>
          one.at < day && !read.has(one) && owners.get(one.account) !== owners.get(account)
        )
        return random.sample(known, perDay).map((prediction, turn): Act => {
          read.add(prediction)
          const isSuspect = (place + round + turn) % 11 === 10
          return {
            at: day + (place * perDay + turn + 1) * 20 * 60_000,
            kind: "part",
            part: "validation",
            account,
            question: prediction.question,
            perform: (context) =>
              Effect.gen(function*() {
                const validations = yield* Validations
                const id = context.prediction(prediction.account, prediction.question)
                yield* validations.validate(yield* context.actorOf(account), id, {
                  validation: isSuspect ? "suspect" : "valid",
                  reason: isSuspect ? objection : reasons[turn % reasons.length]!,
                  flags: isSuspect ? ["low_quality"] : []
                })
              })
          }
        })
      })
    ]
  })
}
