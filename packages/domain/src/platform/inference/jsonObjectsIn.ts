import { Option } from "effect"

/** An object or array that was read; `end` is just behind its closing bracket. */
interface Complete {
  readonly end: number
  readonly value: unknown
}

/** `cut`: JSON that the end of the text cuts off. `broken`: not JSON. */
type Container = Complete | "broken" | "cut"

/** A text that begins like an object and is not JSON. */
export interface BrokenObject {
  /** Its first key. */
  readonly key: string
  /** The number of objects before it in the text. */
  readonly objectsBefore: number
}

/** The objects in a text, in their order, and whether the text ends within one. */
export interface JsonObjects {
  readonly objects: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly broken: ReadonlyArray<BrokenObject>
  readonly isCut: boolean
}

const parse = Option.liftThrowable((json: string): unknown => JSON.parse(json))

// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f]/g

/** The value of a quoted string. Keeps control characters: JSON forbids them, but models write them. */
const stringOf = (json: string): unknown =>
  json.includes("\\")
    ? Option.getOrUndefined(
      parse(json.replace(controls, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`))
    )
    : json.slice(1, -1)

const words: Readonly<Record<string, unknown>> = { true: true, false: false, null: null, none: null }
const number = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i

/**
 * A scalar value that is not a string: a JSON number or word; also `True`, `None` and `.5`, and `90%` as the text
 * "90%", because their meaning is clear. Undefined for anything else.
 */
const scalarOf = (token: string): unknown => {
  const word = token.toLowerCase()
  if (Object.hasOwn(words, word)) return words[word]
  if (number.test(token)) return Number(token)
  return token.endsWith("%") && number.test(token.slice(0, -1)) ? token : undefined
}

const tokens = /[-+.\w%]+/y

const tokenEnd = (text: string, at: number): number => {
  tokens.lastIndex = at
  return tokens.test(text) ? tokens.lastIndex : at
}

/** The place of the next character that is not JSON white space. */
const afterSpace = (text: string, from: number): number => {
  let at = from
  while (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "\t") at++
  return at
}

/** The end of the string that begins at `at`, just behind its closing quote; -1 if it is not closed. */
const stringEnd = (text: string, at: number): number => {
  for (let next = at + 1; next < text.length; next++) {
    const character = text[next]
    if (character === "\\") next++
    else if (character === "\"") return next + 1
  }
  return -1
}

/**
 * The value that begins at `at`. Inner containers are known already, because containers are read from the last to the
 * first.
 */
const valueAt = (text: string, at: number, containers: ReadonlyMap<number, Container>): Container => {
  if (at >= text.length) return "cut"
  const character = text[at]
  if (character === "{" || character === "[") return containers.get(at) ?? "broken"
  if (character === "\"") {
    const end = stringEnd(text, at)
    if (end < 0) return "cut"
    const value = stringOf(text.slice(at, end))
    return value === undefined ? "broken" : { end, value }
  }
  const end = tokenEnd(text, at)
  // The text may have been cut within the token.
  if (end === text.length) return "cut"
  const value = scalarOf(text.slice(at, end))
  return value === undefined ? "broken" : { end, value }
}

/** Reads the container that begins at `from`. A trailing comma is permitted. */
const containerAt = (text: string, from: number, containers: ReadonlyMap<number, Container>): Container => {
  const isObject = text[from] === "{"
  const close = isObject ? "}" : "]"
  const entries: Array<readonly [string, unknown]> = []
  let at = afterSpace(text, from + 1)
  while (text[at] !== close) {
    if (at >= text.length) return "cut"
    let key = ""
    if (isObject) {
      const name = text[at] === "\"" ? valueAt(text, at, containers) : "broken"
      if (typeof name === "string") return name
      key = String(name.value)
      at = afterSpace(text, name.end)
      if (text[at] !== ":") return at >= text.length ? "cut" : "broken"
      at = afterSpace(text, at + 1)
    }
    const value = valueAt(text, at, containers)
    if (typeof value === "string") return value
    entries.push([key, value.value])
    at = afterSpace(text, value.end)
    if (text[at] === ",") at = afterSpace(text, at + 1)
    else if (text[at] !== close) return at >= text.length ? "cut" : "broken"
  }
  return { end: at + 1, value: isObject ? Object.fromEntries(entries) : entries.map(([, value]) => value) }
}

const beginning = /\{\s{0,200}(?:"([^"\\\n]{1,100})"|'([^'\\\n]{1,100})'|([\p{L}_$][\p{L}\p{N}_$]{0,99}))\s{0,20}:/uy

/** The first key of a text that begins like an object, also in the notation of another language. */
const firstKey = (text: string, at: number): string | undefined => {
  beginning.lastIndex = at
  const [, double, single, bare] = beginning.exec(text) ?? []
  return double ?? single ?? bare
}

/**
 * The JSON objects in the text of a model, with any text around them, such as a code fence. Inside an object that is
 * not JSON, inner objects are still found. Line breaks in strings and trailing commas are permitted. The time is linear
 * in the length of the text: every container is read once, inner ones before outer ones.
 *
 * @example jsonObjectsIn("Sure:\n```json\n{\"a\": 1,}\n```\nor {b} or {\"c\": {}}").objects // [{ a: 1 }, { c: {} }]
 */
export const jsonObjectsIn = (text: string): JsonObjects => {
  /** The containers by their beginnings, without broken ones; and the beginnings of the objects, the last first. */
  const containers = new Map<number, Complete | "cut">()
  const beginnings: Array<number> = []
  const brokenKeys = new Map<number, string>()
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] !== "{" && text[at] !== "[") continue
    const container = containerAt(text, at, containers)
    if (container !== "broken") containers.set(at, container)
    if (text[at] !== "{") continue
    const key = container === "broken" ? firstKey(text, at) : undefined
    if (key !== undefined) brokenKeys.set(at, key)
    if (container !== "broken" || key !== undefined) beginnings.push(at)
  }
  const objects: Array<Readonly<Record<string, unknown>>> = []
  const broken: Array<BrokenObject> = []
  let [isCut, next] = [false, 0]
  for (const at of beginnings.reverse()) {
    if (at < next) continue
    const container = containers.get(at)
    if (container === undefined) broken.push({ key: brokenKeys.get(at)!, objectsBefore: objects.length })
    else if (container === "cut") isCut = true
    else {
      objects.push(container.value as Readonly<Record<string, unknown>>)
      next = container.end
    }
  }
  return { objects, broken, isCut }
}
