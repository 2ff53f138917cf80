/** A passage with the digest of its normalised text (`passageHash`). */
export interface HashedPassage {
  readonly text: string
  readonly hash: string
}

/** What changed between two versions of a page. */
export interface VersionChange {
  /** The passages of the newer version that the older lacks, in order. */
  readonly added: ReadonlyArray<HashedPassage>
  /** The passages of the older version that the newer lacks, in order. */
  readonly removed: ReadonlyArray<HashedPassage>
  /** How many passages both versions have. */
  readonly kept: number
  /** The share of the characters of both versions that stand in added or removed passages: 0 to 1. */
  readonly share_changed: number
  /** One sentence. */
  readonly summary: string
}

/** SHA-256 of a text in UTF-8, 32 bytes. */
export type Digest = (text: string) => Uint8Array

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

/** Raised digits, which normalisation would make plain ones: 10⁶ is not 106. */
const raisedDigits = /[⁰¹²³⁴-⁹]+/g

/**
 * The digest by which passages are compared, and texts found again under another address: 64 hexadecimal characters of
 * the text without regard to white space, width and the style of quotation marks and dashes.
 */
export const passageHash = (text: string, digest: Digest): string =>
  hexOf(digest(
    text.replace(raisedDigits, "^$&").normalize("NFKC").replace(/[‘’‚‛]/g, "'").replace(/[“”„‟«»]/g, "\"").replace(
      /[‐-―]/g,
      "-"
    )
      .replace(/\s+/g, " ").trim()
  ))

const lengthOf = (passages: ReadonlyArray<HashedPassage>): number =>
  passages.reduce((sum, { text }) => sum + text.length, 0)

/** The passages that remain after each passage of `others` has cancelled one with the same hash. */
const without = (passages: ReadonlyArray<HashedPassage>, others: ReadonlyArray<HashedPassage>) => {
  const left = new Map<string, number>()
  for (const { hash } of others) left.set(hash, (left.get(hash) ?? 0) + 1)
  return passages.filter(({ hash }) => {
    const count = left.get(hash) ?? 0
    left.set(hash, count - 1)
    return count <= 0
  })
}

const count = (number: number, verb: string): string =>
  `${number} ${number === 1 ? "passage was" : "passages were"} ${verb}`

const summaryOf = (added: number, removed: number, kept: number, share: number): string => {
  if (added + removed === 0) return "Nothing changed."
  const percent = Math.min(99, Math.max(1, Math.round(100 * share)))
  return kept === 0
    ? `The whole text changed: ${count(removed, "removed")} and ${added} added.`
    : `About ${percent} % of the text changed: ${count(added, "added")}, ${removed} removed and ${kept} kept.`
}

/**
 * Compares two versions of a page by the hashes of their passages. A moved passage counts as kept, a repeated one as often
 * as it occurs.
 */
export const compareVersions = (
  older: ReadonlyArray<HashedPassage>,
  newer: ReadonlyArray<HashedPassage>
): VersionChange => {
  const added = without(newer, older)
  const removed = without(older, newer)
  const kept = newer.length - added.length
  const all = lengthOf(older) + lengthOf(newer)
  const share = all === 0 ? 0 : (lengthOf(added) + lengthOf(removed)) / all
  return { added, removed, kept, share_changed: share, summary: summaryOf(added.length, removed.length, kept, share) }
}
