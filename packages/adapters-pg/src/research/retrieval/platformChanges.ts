import { type ChangePosition, type CorpusChanges, packTerms, textTerms } from "@auspex/domain/retrieval"
import type { ChangeRow } from "./platformCorpusSql.ts"

/** The position of a reading of changes: its start, and the last row that it has read; null between readings. */
interface Position {
  readonly from: string
  /** From where the next reading begins: the oldest transaction that was open when this one began. */
  readonly next: string | null
  readonly xact: string | null
  readonly id: string | null
}

const positionOf = (position: ChangePosition): Position => {
  const [from = "0", next = null, xact = null, id = null] = position === "" ? [] : position.split(" ")
  return { from, next, xact, id }
}

/** The parameters of the statement that reads the changes after a position. */
export const changesAfter = (position: ChangePosition, limit: number) => {
  const { from, id, xact } = positionOf(position)
  return { from, xact, id, limit }
}

/** Analyses the texts that have changed. */
export const changesOf = (
  rows: ReadonlyArray<ChangeRow>,
  position: ChangePosition,
  limit: number
): CorpusChanges => {
  const { from, next } = positionOf(position)
  const first = rows[0]!
  const last = rows.at(-1)!
  const following = next ?? first.oldest_open
  const entries = rows.flatMap(({ at, change, id, kind, text, title }) =>
    id === null ? [] : [{
      id,
      change,
      kind,
      at: at ?? new Date(0),
      project_id: null,
      source_id: null,
      terms: title === null ? null : termsOf(title, text ?? "")
    }]
  )
  const is_complete = entries.length < limit
  return {
    model_version: first.model_version,
    entries,
    is_complete,
    is_lost: false,
    position: is_complete ? following : `${from} ${following} ${last.xact} ${last.id}`
  }
}

const termsOf = (title: string, text: string) => {
  const words = textTerms(title)
  // A word of the title counts twice.
  return packTerms(words, words, textTerms(text))
}
