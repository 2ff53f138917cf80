/** The length from which radix sort is faster than the engine's sort. */
const countingMin = 2_048

/** Sorts the first `length` values of `values` by radix sort with three passes of 11 bits, in linear time. */
const radixSort = (values: Uint32Array, length: number): Uint32Array => {
  let from: Uint32Array = values.slice(0, length)
  let to: Uint32Array = new Uint32Array(length)
  const ends = new Uint32Array(2_048)
  for (let shift = 0; shift < 33; shift += 11) {
    ends.fill(0)
    for (let i = 0; i < length; i++) ends[(from[i]! >>> shift) & 2_047]!++
    let total = 0
    for (let bucket = 0; bucket < 2_048; bucket++) {
      const size = ends[bucket]!
      ends[bucket] = total
      total += size
    }
    for (let i = 0; i < length; i++) {
      const value = from[i]!
      to[ends[(value >>> shift) & 2_047]!++] = value
    }
    const swap = from
    from = to
    to = swap
  }
  return from
}

/** The distinct values among the first `length` of `values`, ascending, in a new array. */
export const sortedDistinct = (values: Uint32Array, length: number): Uint32Array => {
  const sorted = length < countingMin ? values.slice(0, length).sort() : radixSort(values, length)
  let kept = 0
  for (let i = 0; i < length; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) {
      if (kept !== i) sorted[kept] = sorted[i]!
      kept++
    }
  }
  return kept === length ? sorted : sorted.slice(0, kept)
}

/** A growing array of tokens that is reused for one text after the other. */
export class TokenList {
  values = new Uint32Array(1_024)
  length = 0
  push(token: number): void {
    if (this.length === this.values.length) {
      const wider = new Uint32Array(this.length * 2)
      wider.set(this.values)
      this.values = wider
    }
    this.values[this.length++] = token
  }
  /** Empties the list and releases the memory after an unusually long text. */
  clear(): void {
    this.length = 0
    if (this.values.length > 65_536) this.values = new Uint32Array(1_024)
  }
}

const slotBits = 10
const slots = 2 ** slotBits
const probesMax = 8

/**
 * Collects the tokens of one text. A small hash table filters out nearly all duplicates. It probes at most eight slots,
 * so that words chosen to collide cost no more than others; duplicates that it misses are removed when the tokens are
 * sorted.
 */
export class TokenCollector {
  // Each token is in the slot of its leading bits or up to seven slots after it, so the table is nearly sorted.
  private readonly seen = new Uint32Array(slots + probesMax - 1)
  private readonly all = new TokenList()
  private readonly meaningful = new TokenList()
  private readonly numbers = new TokenList()
  private overflowed = false

  /** Resets the collector for the next text. */
  clear(): void {
    this.seen.fill(0)
    this.all.clear()
    this.meaningful.clear()
    this.numbers.clear()
    this.overflowed = false
  }

  /** Adds a token; returns false when it was added before. */
  add(token: number): boolean {
    const seen = this.seen
    const home = token >>> (32 - slotBits)
    for (let slot = home; slot < home + probesMax; slot++) {
      const held = seen[slot]
      if (held === token) return false
      if (held === 0) {
        seen[slot] = token
        this.all.push(token)
        return true
      }
    }
    this.overflowed = true
    this.all.push(token)
    return true
  }

  /** Marks a token just added as a meaningful word. */
  addMeaningful(token: number): void {
    this.meaningful.push(token)
  }

  /** Marks a token just added as a number. */
  addNumber(token: number): void {
    this.numbers.push(token)
  }

  /** The distinct tokens, ascending. */
  tokens(): Uint32Array {
    return this.overflowed ? sortedDistinct(this.all.values, this.all.length) : this.seenInOrder()
  }

  private seenInOrder(): Uint32Array {
    const { seen } = this
    // One element longer than the number of tokens, because the branch-free loop writes before it knows whether the
    // slot is in use.
    const tokens = new Uint32Array(this.all.length + 1)
    let length = 0
    for (let slot = 0; slot < seen.length; slot++) {
      const token = seen[slot]! | 0
      tokens[length] = token
      length += (token | -token) >>> 31
    }
    for (let i = 1; i < length; i++) {
      const token = tokens[i]!
      let place = i
      for (; place > 0 && tokens[place - 1]! > token; place--) tokens[place] = tokens[place - 1]!
      tokens[place] = token
    }
    return tokens.slice(0, length)
  }

  /** The tokens in order of appearance; those that the table missed may be duplicated. */
  unsorted(): Uint32Array {
    return this.all.values.slice(0, this.all.length)
  }

  /** The number of distinct tokens. */
  distinctCount(): number {
    return this.count(this.all)
  }

  /** The number of distinct meaningful words. */
  meaningfulCount(): number {
    return this.count(this.meaningful)
  }

  /** The number of distinct numbers. */
  numberCount(): number {
    return this.count(this.numbers)
  }

  private count(list: TokenList): number {
    return this.overflowed ? sortedDistinct(list.values, list.length).length : list.length
  }
}
