/** A stream of repeatable pseudo-random numbers. */
export interface Random {
  /** A fraction in [0, 1). */
  readonly fraction: () => number
  /** A whole number in [low, high]. */
  readonly whole: (low: number, high: number) => number
  /** A standard normal number. */
  readonly normal: () => number
  /** True with this probability. */
  readonly chance: (probability: number) => boolean
  /** One element. Throws on an empty list. */
  readonly pick: <A>(items: ReadonlyArray<A>) => A
  /** This many different elements in random order; all of them when there are fewer. */
  readonly sample: <A>(items: ReadonlyArray<A>, count: number) => ReadonlyArray<A>
}

/** FNV-1a of the UTF-16 code units: text to an unsigned 32-bit number. */
export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/** mulberry32 by Tommy Ettinger (public domain): 32 bits of state, ample for a demo and for tests. */
const mulberry32 = (seed: number): () => number => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/**
 * A stream identified by its parts: the same parts give the same stream. A consumer with its own stream is independent
 * of how much the others draw.
 * @example randomOf("season", 7, "ada").whole(1, 6)
 */
export const randomOf = (...parts: ReadonlyArray<string | number>): Random => {
  const fraction = mulberry32(hashOf(parts.join("\u0000")))
  const whole = (low: number, high: number) => low + Math.floor(fraction() * (high - low + 1))
  const pick = <A>(items: ReadonlyArray<A>): A => {
    if (items.length === 0) throw new RangeError("pick from an empty list")
    return items[whole(0, items.length - 1)] as A
  }
  return {
    fraction,
    whole,
    pick,
    // Box-Muller; 1 - fraction keeps the logarithm finite.
    normal: () => Math.sqrt(-2 * Math.log(1 - fraction())) * Math.cos(2 * Math.PI * fraction()),
    chance: (probability) => fraction() < probability,
    sample: (items, count) => {
      const rest = [...items]
      const taken: Array<(typeof rest)[number]> = []
      while (taken.length < count && rest.length > 0) taken.push(...rest.splice(whole(0, rest.length - 1), 1))
      return taken
    }
  }
}
