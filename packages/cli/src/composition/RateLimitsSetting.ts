import { type OwnRateMaxima, ownRateMaxima } from "@auspex/adapters-http/engine"
import { nearest } from "@auspex/domain/kernel"
import { Either } from "effect"

const { unlimited: _, ...limits } = ownRateMaxima

/** The names of the limits that operators can change. */
export const rateLimitNames = Object.keys(limits)

const requestsMax = 1_000_000

/**
 * Requests per minute by kind, from pairs such as `read=2000,search=off`. Fails with a sentence that quotes the pair. Kinds
 * that are not named keep their defaults.
 */
export const rateLimitsFrom = (text: string): Either.Either<Partial<OwnRateMaxima>, string> => {
  const maxima: Record<string, number> = {}
  for (const pair of text.split(",").map((part) => part.trim()).filter((part) => part !== "")) {
    const [name = "", ...values] = pair.split("=").map((part) => part.trim())
    const value = values.join("=")
    if (!rateLimitNames.includes(name))
      return Either.left(`"${pair}" names no kind of requests; the nearest is ${nearest(name, rateLimitNames)}`)
    if (name in maxima) return Either.left(`"${pair}" names ${name} again`)
    const isNumber = /^[1-9]\d{0,6}$/.test(value) && Number(value) <= requestsMax
    if (value !== "off" && !isNumber)
      return Either.left(`"${pair}" is neither a number from 1 to ${requestsMax} nor off`)
    maxima[name] = value === "off" ? Infinity : Number(value)
  }
  return Either.right(maxima)
}
