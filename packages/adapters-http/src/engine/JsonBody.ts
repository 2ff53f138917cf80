import type { IncomingMessage } from "node:http"
import { type Failure, failure } from "@auspex/domain/kernel"
import { isUtf8 } from "node:buffer"
import { fieldPath } from "../wire/fieldPath.ts"

export const jsonDepthMax = 20
export const jsonKeysMax = 1_000

/** The parsed value, or the failure for which the body is refused. */
export type JsonBody = { readonly value: unknown } | { readonly failure: Failure }

const hostileText = /[\u0000\p{Surrogate}]/u

/**
 * Whether text contains U+0000, which Postgres cannot store, or lone surrogates, which UTF-8 encoding silently
 * replaces.
 */
export const isHostileText = (text: string): boolean => hostileText.test(text)

const refused = (message: string, field?: string): JsonBody => ({
  failure: failure("INVALID_REQUEST", message, field === undefined ? {} : { field })
})

/**
 * Parses a request body. Besides invalid JSON it refuses bytes that are not UTF-8, a byte order mark, nesting deeper
 * than 20, more than 1,000 keys, duplicate keys, `__proto__`, U+0000 and lone surrogates; the failure names the field.
 */
export const parseJsonBody = (bytes: Buffer): JsonBody => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return refused("The body begins with a byte order mark; send plain UTF-8.")
  }
  if (!isUtf8(bytes)) return refused("The body is not valid UTF-8.")
  const text = bytes.toString("utf8")
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refused("The body is not valid JSON.")
  }
  const wrong = firstFlaw(text)
  return wrong ?? { value }
}

interface Frame {
  readonly keys: Set<string> | undefined
  key: string | number
}

const fieldOf = (stack: ReadonlyArray<Frame>): string => fieldPath(stack.map(({ key }) => key), "body").slice(0, 200)

/** The index of the closing quote of the string literal that begins at `start`. */
const endOfString = (text: string, start: number): number => {
  let end = start
  for (;;) {
    end = text.indexOf("\"", end + 1)
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === 92) backslashes++
    if (backslashes % 2 === 0) return end
  }
}

/** Scans valid JSON text for the flaws that JSON.parse accepts. */
const firstFlaw = (text: string): JsonBody | undefined => {
  const stack: Array<Frame> = []
  let keys = 0
  let keyExpected = false
  for (let at = 0; at < text.length; at++) {
    const top = stack[stack.length - 1]
    switch (text.charCodeAt(at)) {
      case 0x22: {
        const end = endOfString(text, at)
        const literal = text.slice(at + 1, end)
        const escaped = literal.includes("\\")
        const content = escaped ? JSON.parse(`"${literal}"`) as string : literal
        at = end
        if (keyExpected && top?.keys !== undefined) {
          keyExpected = false
          top.key = content
          if (++keys > jsonKeysMax) return refused(`The body has more than ${jsonKeysMax} keys.`)
          if (content === "__proto__") return refused("The key __proto__ is not accepted.", fieldOf(stack))
          if (top.keys.has(content)) return refused("The key occurs twice in one object.", fieldOf(stack))
          top.keys.add(content)
        }
        if (escaped && isHostileText(content)) {
          return refused("The text holds U+0000 or a lone surrogate.", fieldOf(stack))
        }
        break
      }
      case 0x7b:
      case 0x5b: {
        if (stack.length === jsonDepthMax) return refused(`The body is nested deeper than ${jsonDepthMax}.`)
        keyExpected = text.charCodeAt(at) === 0x7b
        stack.push({ keys: keyExpected ? new Set() : undefined, key: keyExpected ? "" : 0 })
        break
      }
      case 0x7d:
      case 0x5d:
        stack.pop()
        keyExpected = false
        break
      case 0x2c:
        if (top?.keys !== undefined) keyExpected = true
        else if (top !== undefined) top.key = (top.key as number) + 1
        break
    }
  }
  return undefined
}

const jsonContentType = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?$/i

/** Whether the headers announce a JSON body in UTF-8 without a content encoding. */
export const isJson = ({ headers }: IncomingMessage): boolean => {
  const encoding = headers["content-encoding"]
  return jsonContentType.test(headers["content-type"] ?? "") && (encoding === undefined || encoding === "identity")
}
