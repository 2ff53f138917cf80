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
