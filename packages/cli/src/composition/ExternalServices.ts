import { embeddingsBridge, embeddingsHttp, modelProvidersHttp } from "@auspex/adapters-bridge/providers"
import { TokenCounterGptLive } from "@auspex/adapters-bridge/tokens"
import {
  ArticleRendererMarkdownLive,
  ArticleSlugsLatinLive,
  llmKeysNode,
  mailFolder,
  mailSmtp,
  outboundNode,
  PasswordHasherArgon2Live,
  ProfanityFilterObscenityLive,
  SecretBox,
  SecretsNodeLive,
  webhookSecretsNode,
  webhookTransportNode
} from "@auspex/adapters-http/outbound"
import { ConfiguredAdminKey, type PasswordHasher } from "@auspex/domain/accounts"
import { PublicBaseUrl } from "@auspex/domain/identity"
import { type BridgeLink, type BridgePresence, ModelSources } from "@auspex/domain/inference"
import type { Outbound } from "@auspex/domain/kernel"
import type { Embeddings } from "@auspex/domain/retrieval"
import { Effect, Layer, Redacted } from "effect"
import { mailDirectoryOf } from "./MailFolder.ts"
import { ollamaServerOf } from "./ollamaServerOf.ts"
import { secretKeyOf } from "./SecretKey.ts"
import type { Settings } from "./Settings.ts"

/** The public address of this service: configured, or its listening address. */
export const publicUrlOf = (settings: Settings): string =>
  settings.publicUrl ?? `http://${settings.host.includes(":") ? `[${settings.host}]` : settings.host}:${settings.port}`

const senderOf = (settings: Settings): string => `Auspex <no-reply@${new URL(publicUrlOf(settings)).hostname}>`

/** The key is read when it is first needed: `serve` has checked it before, and most admin commands do without. */
const boxOf = (settings: Settings) =>
  Effect.cached(Effect.orDie(Effect.map(secretKeyOf(settings), (key) => new SecretBox(key))))

/** What needs the secret key: secrets and deliveries of webhooks, keys of providers. */
export const secretServices = (settings: Settings) =>
  Layer.unwrapEffect(
    Effect.map(
      boxOf(settings),
      (box) => Layer.mergeAll(webhookSecretsNode(box), webhookTransportNode(box), llmKeysNode(box))
    )
  )

/** The secrets of webhooks alone. */
export const webhookSecrets = (settings: Settings) =>
  Layer.unwrapEffect(Effect.map(boxOf(settings), webhookSecretsNode))

/** The models that the operator provides, and the servers of providers. */
export const modelServices = (settings: Settings) =>
  Layer.mergeAll(
    modelProvidersHttp,
    Layer.succeed(ModelSources, {
      pool: settings.modelPool,
      ollama: ollamaServerOf(settings),
      dailyRequestsMax: settings.modelRequestsPerDay
    })
  )

/** The model that embeds texts: at a provider, or on connected machines of an owner. */
export const embeddingModel = (
  { embeddings }: Settings
): Layer.Layer<Embeddings, never, BridgeLink | BridgePresence | Outbound> =>
  embeddings?.provider === "bridge" ? embeddingsBridge(embeddings) : embeddingsHttp(embeddings)

/**
 * The services that the use cases need besides storage: mail, secrets, hashes, outgoing requests, configured values.
 */
export const externalServices = (
  settings: Settings,
  passwordHasher: Layer.Layer<PasswordHasher> = PasswordHasherArgon2Live
) =>
  Layer.mergeAll(
    SecretsNodeLive,
    passwordHasher,
    outboundNode({ allowPrivate: settings.allowPrivateEgress }),
    ProfanityFilterObscenityLive,
    ArticleRendererMarkdownLive,
    ArticleSlugsLatinLive,
    TokenCounterGptLive,
    settings.smtpUrl === undefined
      ? mailFolder({ directory: mailDirectoryOf(settings), from: senderOf(settings) })
      : mailSmtp({ url: settings.smtpUrl, from: senderOf(settings) }),
    Layer.succeed(PublicBaseUrl, { publicUrl: publicUrlOf(settings) }),
    Layer.succeed(ConfiguredAdminKey, {
      key: settings.adminKey === undefined ? undefined : Redacted.make(settings.adminKey)
    })
  )
