import { seasonAdministrator, type SeasonAct } from "@auspex/testkit/season"
import { DisputeAdministration, Disputes } from "@auspex/domain/disputes"
import { Effect } from "effect"
import { crowdsOf, type SeasonPart } from "./SeasonPart.ts"

const msPerHour = 3_600_000

const claims = [
  "The figure was read before the day had ended; the source has published a later one since, and it says otherwise.",
  "The background names the last value of the day, and what was read is an average of it. By the words it went the other way."
]

/**
 * One resolution was disputed and upheld; another one, of the last day, has two disputes that await the administrator.
 */
export const disputing: SeasonPart<Disputes | DisputeAdministration> = (season) => {
  type Act = SeasonAct<Disputes | DisputeAdministration>
  const crowds = crowdsOf(season)
  const resolved = season.acts.flatMap((act) => {
    if (act.kind !== "resolve" || act.outcome === null) return []
    const wrong = (crowds.get(act.question) ?? []).filter(({ prediction }) => prediction !== act.outcome)
    return wrong.length < 2 ? [] : [{ at: act.at, question: act.question, wrong }]
  })
  const disputeIds = new Map<string, string>()
  const file = (at: number, account: string, question: string, claim: string): Act => ({
    at,
    kind: "part",
    part: "dispute",
    account,
    question,
    perform: (context) =>
      Effect.gen(function*() {
        const disputes = yield* Disputes
        const actor = yield* context.actorOf(account)
        const dispute = yield* disputes.file(actor, context.question(question), { reason: claim })
        disputeIds.set(question, dispute.id)
      })
  })
  const last = resolved.at(-1)
  const former = resolved.findLast(({ at }) => at < season.length - 72 * msPerHour)
  return [
    ...(former === undefined ? [] : [
      file(former.at + 6 * msPerHour, former.wrong[0]!.account, former.question, claims[0]!),
      {
        at: former.at + 30 * msPerHour,
        kind: "part",
        part: "dispute",
        account: "",
        question: former.question,
        perform: () =>
          Effect.gen(function*() {
            const administration = yield* DisputeAdministration
            yield* administration.resolve(seasonAdministrator, disputeIds.get(former.question)!, {
              status: "upheld",
              resolution_note: "The later figure is a revision; the question asks for the first one."
            })
          })
      } satisfies Act
    ]),
    ...(last === undefined || last === former ?
      [] :
      last.wrong.slice(0, 2).map(({ account }, place) =>
        file(
          Math.min(last.at + (place + 1) * msPerHour, season.length - 20_000 + place * 10_000),
          account,
          last.question,
          claims[place]!
        )
      ))
  ]
}
