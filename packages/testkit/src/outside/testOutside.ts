import { ConfiguredAdminKey } from "@auspex/domain/accounts"
import { PublicBaseUrl } from "@auspex/domain/identity"
import { Changes } from "@auspex/domain/kernel"
import { Effect, Layer } from "effect"
import { CapturedMail } from "./CapturedMail.ts"
import { nodeSecrets } from "./nodeSecrets.ts"
import { quickPasswordHasher } from "./quickPasswordHasher.ts"

/** Discards announced changes. */
export const unheardChanges: Layer.Layer<Changes> = Layer.succeed(Changes, { announce: () => Effect.void })

/** Everything that the use cases need besides storage, in memory: captured mail, quick hashes, no admin key. */
export const testOutside = Layer.mergeAll(
  CapturedMail.layer,
  quickPasswordHasher,
  nodeSecrets,
  unheardChanges,
  Layer.succeed(PublicBaseUrl, { publicUrl: "https://auspex.example" }),
  Layer.succeed(ConfiguredAdminKey, { key: undefined })
)
