import {
  ArticleRendererMarkdownLive,
  ArticleSlugsLatinLive,
  mailFolder,
  mailSmtp,
  outboundNode,
  PasswordHasherArgon2Live,
  ProfanityFilterObscenityLive,
  SecretsNodeLive
} from "@auspex/adapters-http/outbound"
import { ConfiguredAdminKey, type PasswordHasher } from "@auspex/domain/accounts"
import { PublicBaseUrl } from "@auspex/domain/identity"
import { Layer, Redacted } from "effect"
import * as path from "node:path"
import type { Settings } from "./Settings.ts"

/** The directory for mails when no SMTP server is configured. */
export const mailDirectoryOf = (settings: Pick<Settings, "dataDir">): string => path.join(settings.dataDir, "mail")

/** The public address of this service: configured, or its listening address. */
export const publicUrlOf = (settings: Settings): string =>
  settings.publicUrl ?? `http://${settings.host.includes(":") ? `[${settings.host}]` : settings.host}:${settings.port}`

const senderOf = (settings: Settings): string => `Auspex <no-reply@${new URL(publicUrlOf(settings)).hostname}>`

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
    settings.smtpUrl === undefined
      ? mailFolder({ directory: mailDirectoryOf(settings), from: senderOf(settings) })
      : mailSmtp({ url: settings.smtpUrl, from: senderOf(settings) }),
    Layer.succeed(PublicBaseUrl, { publicUrl: publicUrlOf(settings) }),
    Layer.succeed(ConfiguredAdminKey, {
      key: settings.adminKey === undefined ? undefined : Redacted.make(settings.adminKey)
    })
  )
