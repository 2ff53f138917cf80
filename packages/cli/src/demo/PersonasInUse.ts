import { type SeasonAct } from "@auspex/testkit/season"
import { Personas } from "@auspex/domain/personas"
import { Effect } from "effect"
import { ownerOf, predictionsOf, type SeasonPart } from "./SeasonPart.ts"

const msPerHour = 3_600_000

/** The agents with an owner, most predictions first. */
const busiest = (season: Parameters<SeasonPart<never>>[0]): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const { account } of predictionsOf(season)) counts.set(account, (counts.get(account) ?? 0) + 1)
  return season.accounts
    .filter((account) => account.kind === "agent" && ownerOf(account) !== undefined)
    .map(({ key }) => key)
    .toSorted((left, right) => (counts.get(right) ?? 0) - (counts.get(left) ?? 0))
}

/**
 * The two agents that predict most have personas, soon after they were linked, so that most of their predictions are made
 * with them: one has chosen an archetype itself, the other has got one from its owner.
 */
export const personasInUse: SeasonPart<Personas> = (season) => {
  type Act = SeasonAct<Personas>
  const linkedAt = new Map(season.acts.flatMap((act) => act.kind === "link" ? [[act.account, act.at] as const] : []))
  const [first, second] = busiest(season)
  const giving = (agent: string, chooser: string, archetype: string): Act => ({
    at: linkedAt.get(agent)! + msPerHour,
    kind: "part",
    part: "persona",
    account: chooser,
    question: "",
    perform: (context) =>
      Effect.gen(function*() {
        const personas = yield* Personas
        const actor = yield* context.actorOf(chooser)
        const { id } = yield* personas.fromArchetype(actor, { archetype })
        yield* personas.assign(actor, (yield* context.actorOf(agent)).id, id)
      })
  })
  const owner = ownerOf(season.accounts.find(({ key }) => key === second)!)
  return [giving(first!, first!, "superforecaster_fox"), giving(second!, owner!, "macro_strategist")]
}
