import type { FoldedTokens } from "./FoldedWord.ts"
import { sortedDistinct, TokenCollector, TokenList } from "./TokenSet.ts"

/** The share of hyphenated words above which a text is also compared with its hyphens removed. */
const hyphenatedShareMin = 0.1

/** Collects the originality tokens of one text. */
export class FoldedTokenCollector implements FoldedTokens {
  private readonly split = new TokenCollector()
  private readonly unhyphenated = new TokenList()
  private hyphenated = 0

  /** Resets the collector for the next text. */
  clear(): void {
    this.split.clear()
    this.unhyphenated.clear()
    this.hyphenated = 0
  }

  addPlain(token: number): void {
    this.split.add(token)
    this.unhyphenated.push(token)
  }

  addPart(token: number): void {
    this.split.add(token)
  }

  addJoined(token: number): void {
    this.unhyphenated.push(token)
    this.hyphenated++
  }

  /**
   * The sets of tokens, each ascending: first with hyphenated words split; for a text with unusually many hyphens, a
   * second set with the hyphens removed.
   */
  readings(): ReadonlyArray<Uint32Array> {
    const { length, values } = this.unhyphenated
    const split = this.split.tokens()
    return this.hyphenated <= length * hyphenatedShareMin ? [split] : [split, sortedDistinct(values, length)]
  }
}
