/**
 * Compares two texts by their code units, which is the same order on every machine.
 *
 * @example ["b", "a", "B"].sort(byText) // ["B", "a", "b"]
 */
export const byText = (one: string, other: string): number => one < other ? -1 : one > other ? 1 : 0

/**
 * Sorts by several keys, numbers ascending and texts by `byText`. The input is not changed.
 *
 * @example inOrder([3, 1, 2], (n) => [n % 2, n]) // [2, 1, 3]
 */
export const inOrder = <A>(items: Iterable<A>, keysOf: (item: A) => ReadonlyArray<number | string>): ReadonlyArray<A> =>
  [...items].map((item) => ({ item, keys: keysOf(item) })).sort((one, other) => {
    for (let at = 0; at < one.keys.length; at++) {
      const [key, rival] = [one.keys[at]!, other.keys[at]!]
      const order = typeof key === "number" && typeof rival === "number"
        ? key - rival
        : byText(String(key), String(rival))
      if (order !== 0) return order
    }
    return 0
  }).map(({ item }) => item)

/** The distinct texts in order. */
export const distinct = (texts: Iterable<string>): ReadonlyArray<string> => [...new Set(texts)].sort(byText)

/**
 * A number as a packet states it: four decimals, which hides the rounding errors of different orders of summation.
 *
 * @example rounded(0.1 + 0.2) // 0.3
 */
export const rounded = (value: number): number => Math.round(value * 1e4) / 1e4
