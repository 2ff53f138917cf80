import type { FoldedTokens } from "./FoldedWord.ts"
import { sortedDistinct, TokenCollector, TokenList } from "./TokenSet.ts"

/** From this share of hyphenated words on, a text is also read as if it had no hyphens. */
const hyphenatedShareMin = 0.1

/** Collects the folded tokens of one text. */
export class FoldedTokenCollector implements FoldedTokens {
  private readonly split = new TokenCollector()
  private readonly unhyphenated = new TokenList()
  private hyphenated = 0

  /** Makes ready for the next text. */
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
   * The sets of tokens, each ascending: words with hyphens by their parts, and, for a text that has more of them than
   * people write, as if there were no hyphens too.
   */
  readings(): ReadonlyArray<Uint32Array> {
    const { length, values } = this.unhyphenated
    const split = this.split.tokens()
    return this.hyphenated <= length * hyphenatedShareMin ? [split] : [split, sortedDistinct(values, length)]
  }
}
