const [a, d, e, g, i, l, n, o, s, u, y, z] = [97, 100, 101, 103, 105, 108, 110, 111, 115, 117, 121, 122] as const

const isVowel = (unit: number): boolean =>
  unit === a || unit === e || unit === i || unit === o || unit === u || unit === y

const hasVowel = (units: Uint16Array, length: number): boolean => {
  for (let at = 0; at < length; at++) if (isVowel(units[at]!)) return true
  return false
}

const withoutPlural = (units: Uint16Array, length: number): number => {
  if (units[length - 1] !== s) return length
  const before = units[length - 2]
  if (before === s || before === u || before === i) return length
  // -ies and -sses lose two letters, -s one; a remaining final e is dropped at the end.
  const isLong = before === e && (units[length - 3] === i || (units[length - 3] === s && units[length - 4] === s))
  return isLong ? length - 2 : length - 1
}

const undoubled = (units: Uint16Array, length: number): number => {
  const last = units[length - 1]!
  return last === units[length - 2] && !isVowel(last) && last !== l && last !== s && last !== z ? length - 1 : length
}

const withoutEnding = (units: Uint16Array, length: number): number => {
  const [third, second, last] = [units[length - 3], units[length - 2], units[length - 1]]
  if (last === d && second === e) {
    if (third === e) return length - 1
    return length > 4 && hasVowel(units, length - 2) ? undoubled(units, length - 2) : length
  }
  if (last === g && second === n && third === i) {
    return length > 5 && hasVowel(units, length - 3) ? undoubled(units, length - 3) : length
  }
  return length
}

// Only these letters end an inflection, so most words are rejected quickly.
const isEnding = (unit: number): boolean => unit === s || unit === y || unit === d || unit === g || unit === e

/**
 * Removes simple English inflection from a word of lower-case letters: plural -s, -ly, -ed, -ing, a final e, and y
 * becomes i (step 1 of Porter's stemmer, with -ly). Overwrites `units` and returns the length of the stem. Words of
 * three letters stay as they are.
 */
export const stemLength = (units: Uint16Array, length: number): number => {
  if (length < 4 || !isEnding(units[length - 1]!)) return length
  let left = withoutPlural(units, length)
  if (left > 4 && units[left - 1] === y && units[left - 2] === l) left -= 2
  left = withoutEnding(units, left)
  if (left > 3 && units[left - 1] === e) left--
  if (left > 2 && units[left - 1] === y && !isVowel(units[left - 2]!)) units[left - 1] = i
  return left
}
