import { byStrength } from "../forecasting/consensus/Consensus.ts"
import type { MemoryPrediction } from "./MemoryRows.ts"
import type { MemoryTables } from "./MemoryState.ts"

const countOf = (votes: Iterable<number>, wanted: (vote: number) => boolean): number => [...votes].filter(wanted).length

/** The votes of accounts on a prediction. */
export const accountVotes = ({ votes }: MemoryPrediction) => ({
  upvotes: countOf(votes.values(), (vote) => vote > 0),
  downvotes: countOf(votes.values(), (vote) => vote < 0)
})

/** The votes of owners on a prediction; an owner whose accounts' votes cancel out counts in neither. */
export const ownerVotes = ({ accounts }: MemoryTables, { votes }: MemoryPrediction) => {
  const sums = new Map<string, number>()
  for (const [account, vote] of votes) {
    const owner = accounts.require(account).owner_key
    sums.set(owner, (sums.get(owner) ?? 0) + vote)
  }
  return {
    owner_upvotes: countOf(sums.values(), (sum) => sum > 0),
    owner_downvotes: countOf(sums.values(), (sum) => sum < 0)
  }
}

/** The prediction that argues strongest for one side, by an author who is not suspended; undefined when there is none. */
export const strongestPrediction = (
  tables: MemoryTables,
  predictions: ReadonlyArray<MemoryPrediction>,
  side: boolean
): MemoryPrediction | undefined =>
  predictions
    .filter(({ account_id, prediction }) => prediction === side && !tables.accounts.require(account_id).suspended)
    .map((prediction) => ({ ...prediction, ...ownerVotes(tables, prediction) }))
    .sort(byStrength)[0]
