import { type SeasonAccount, type SeasonAct, type SeasonQuestion } from "@auspex/testkit/season"

/** The planned season to which a part adds acts. */
export interface PlannedSeason {
  readonly seed: string | number
  /** Its length in milliseconds. */
  readonly length: number
  readonly acts: ReadonlyArray<SeasonAct>
  readonly accounts: ReadonlyArray<SeasonAccount>
  readonly questions: ReadonlyArray<SeasonQuestion>
}

/**
 * Adds the acts of one capability to a season. They use its use cases (`R`) and are derived from the planned acts, once
 * for each run. A new capability adds a file here and a line to `demoParts`.
 */
export type SeasonPart<R> = (season: PlannedSeason) => ReadonlyArray<SeasonAct<R>>

/** The owner of an account: people own themselves; undefined for an agent that is not linked. */
export const ownerOf = (account: SeasonAccount): string | undefined =>
  account.kind === "human" ? account.key : account.owner

/** A prediction of the plan. */
type PlannedPrediction = Extract<SeasonAct, { readonly kind: "predict" }>

export const predictionsOf = ({ acts }: PlannedSeason): ReadonlyArray<PlannedPrediction> =>
  acts.flatMap((act) => act.kind === "predict" ? [act] : [])

/** The predictions of each question, by its key, in order of time. */
export const crowdsOf = (season: PlannedSeason): ReadonlyMap<string, ReadonlyArray<PlannedPrediction>> => {
  const crowds = new Map<string, Array<PlannedPrediction>>()
  for (const one of predictionsOf(season)) crowds.set(one.question, [...crowds.get(one.question) ?? [], one])
  return crowds
}
