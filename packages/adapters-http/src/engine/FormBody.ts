import { type Refusal, refuse } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { isHostileText } from "./JsonBody.ts"

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** How many fields a form of a page may have. */
const formFieldsMax = 200

const ampersand = 0x26

/** Whether a body has more fields than `max`; they are counted before anything is made of them. */
const hasMoreFields = (body: Uint8Array, max: number): boolean => {
  let fields = 1
  for (const byte of body) if (byte === ampersand && ++fields > max) return true
  return false
}

const malformed = refuse("INVALID_REQUEST", "The form is not valid UTF-8, or holds U+0000.")

/**
 * The fields of a form as browsers send it (`application/x-www-form-urlencoded`), with the line ends of texts as `\n`.
 * Fails with INVALID_REQUEST for more than `fieldsMax` fields and for input that is not valid text.
 */
export const formOf = (body: Uint8Array, fieldsMax = formFieldsMax): Effect.Effect<URLSearchParams, Refusal> =>
  Effect.suspend(() => {
    if (hasMoreFields(body, fieldsMax)) {
      return refuse("INVALID_REQUEST", `The form has more than ${fieldsMax} fields.`, { limit: fieldsMax })
    }
    let form: URLSearchParams
    try {
      const text = utf8.decode(body)
      // `URLSearchParams` replaces bytes that are not UTF-8; this throws.
      decodeURIComponent(text)
      form = new URLSearchParams(text)
    } catch {
      return malformed
    }
    const fields = [...form].map(([name, value]) => [name, value.replace(/\r\n?/g, "\n")])
    return fields.some(([name, value]) => isHostileText(name!) || isHostileText(value!))
      ? malformed
      : Effect.succeed(new URLSearchParams(fields))
  })
