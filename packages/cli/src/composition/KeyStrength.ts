import { dataFile, WordList } from "@auspex/domain/kernel"
import weakKeyWords from "./weakKeyWords.json" with { type: "json" }

/** The minimum strength of a key in bits, by `keyBits`. 16 random letters and digits have about 75. */
const keyBitsMin = 60

const words = dataFile("weakKeyWords.json", WordList, weakKeyWords).toSorted((a, b) => b.length - a.length)

const commonWord = new RegExp(words.join("|"), "g")
const year = /(?:19|20)\d\d/g

// A run of four or more characters along one of these rows, forwards or backwards, counts as one choice.
const rows = ["abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop"]
const tracks = rows.flatMap((row) => [row, [...row].reverse().join("")])

const lookalikes: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "0": "o",
  "1": "i",
  "!": "i",
  "3": "e",
  $: "s",
  "5": "s",
  "7": "t"
}
const withoutLookalikes = (text: string): string =>
  [...text].map((character) => lookalikes[character] ?? character).join("")

const withoutRuns = (text: string): string => {
  let kept = ""
  for (let at = 0; at < text.length;) {
    let length = 1
    while (text[at + length] === text[at]) length++
    for (const track of tracks) {
      const from = track.indexOf(text[at]!)
      if (from === -1) continue
      let along = 1
      while (along < track.length - from && text[at + along] === track[from + along]) along++
      if (along >= 4) length = Math.max(length, along)
    }
    kept += text[at]
    at += length
  }
  return kept
}

/** The shortest text whose repetition gives `text`; the last repetition may be partial. */
const unitOf = (text: string): string => {
  for (let length = 1; length <= text.length / 2; length++) {
    const unit = text.slice(0, length)
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return unit
  }
  return text
}

const alphabetOf = (text: string): number =>
  [[/[a-z]/, 26], [/[A-Z]/, 26], [/[0-9]/, 10], [/[^a-zA-Z0-9]/, 33]].reduce(
    (size, [kind, count]) => size + ((kind as RegExp).test(text) ? count as number : 0),
    0
  )

const bitsOf = (text: string): number =>
  text.length * Math.log2(Math.max(2, Math.min(alphabetOf(text), 2 * new Set(text).size)))

/**
 * A low estimate of the entropy of a key, in bits: a common word, a year, a run along the alphabet or the keyboard, a
 * repeated character and a repetition of the whole count as one character each, in any spelling.
 */
const keyBits = (key: string): number => {
  const unit = unitOf(key.replace(/^ak_/, ""))
  const readings = [unit, unit.toLowerCase(), withoutLookalikes(unit.toLowerCase())]
  return Math.floor(Math.min(
    bitsOf(withoutRuns(unit)),
    ...readings.map((reading) => bitsOf(unitOf(withoutRuns(reading.replaceAll(year, "Y").replaceAll(commonWord, "W")))))
  ))
}

/** A shell command that makes a good admin key. */
export const adminKeyCommand = `node -p "require('crypto').randomBytes(32).toString('base64url')"`

/** A shell command that makes a good secret key. */
export const secretKeyCommand = `node -p "require('crypto').randomBytes(32).toString('base64')"`

/** Why a configured admin key is too weak; undefined for a good one. The text does not contain the key. */
export const adminKeyWeakness = (key: string): string | undefined => {
  const bits = keyBits(key)
  return bits >= keyBitsMin
    ? undefined
    : `is easily guessed: without common words, runs and repetitions it has about ${bits} bits, and ${keyBitsMin} are required; ${adminKeyCommand} makes a good one`
}

/** Whether 32 bytes look typed by hand instead of random: all zero, few different bytes, or a run. */
export const isGuessableSecret = (bytes: Uint8Array): boolean =>
  new Set(bytes).size < 12 || new Set(bytes.slice(1).map((byte, at) => byte - bytes[at]!)).size < 4
