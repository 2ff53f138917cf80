import { PasswordHasher } from "@auspex/domain/accounts"
import { Effect, Layer } from "effect"
import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto"

/** scrypt with its cheapest parameters: a tenth of a millisecond. */
const parameters = { N: 2, r: 1, p: 1 }

const digest = (password: string, salt: string): Buffer => scryptSync(password, salt, 32, parameters)

/** Salted hashes that cost almost nothing. For tests only. */
export const quickPasswordHasher: Layer.Layer<PasswordHasher> = Layer.succeed(PasswordHasher, {
  hash: (password) =>
    Effect.sync(() => {
      const salt = randomBytes(8).toString("base64url")
      return `$quick$${salt}$${digest(password, salt).toString("base64url")}`
    }),
  verify: (hash, password) =>
    Effect.sync(() => {
      const [, kind, salt, expected] = hash?.split("$") ?? []
      return kind === "quick" && salt !== undefined && expected !== undefined
        && timingSafeEqual(digest(password, salt), Buffer.from(expected, "base64url"))
    })
})
