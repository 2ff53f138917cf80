import { PgStores } from "@auspex/adapters-pg"
import {
  Accounts,
  AdminKeys,
  type AgentRegistration,
  Authenticator,
  ConfiguredAdminKey,
  type Mail,
  Mailer,
  OutgoingMail,
  PasswordHasher
} from "@auspex/domain/accounts"
import { type AccountActor, PublicBaseUrl, Secrets } from "@auspex/domain/identity"
import { TrustLabels } from "@auspex/domain/guardians"
import { Changes, type Topic } from "@auspex/domain/kernel"
import { Notifications } from "@auspex/domain/social"
import type { TestDatabase } from "@auspex/testkit/databases"
import { Context, Effect, Layer, Redacted } from "effect"
import { createHash, randomBytes } from "node:crypto"

/** The admin key in the configuration of the test world. */
export const configuredKey = "ak_configured-for-tests"

/** Mails in the order of sending, and announced topics. */
export class Outside extends Context.Tag("test/Outside")<Outside, {
  readonly mails: Array<Mail>
  readonly topics: Array<Topic>
  /** While true, the mail service refuses every mail. */
  mailIsDown: boolean
  /** The mail service waits for this before it accepts a mail. */
  mailHold: Effect.Effect<void>
  /** The number of password checks, against a stored hash and against none. */
  verifications: { stored: number; none: number }
}>() {}

const digestOf = (secret: string) => createHash("sha256").update(secret).digest()

const secrets = Layer.succeed(Secrets, {
  mint: (prefix) =>
    Effect.sync(() => {
      const secret = prefix + randomBytes(32).toString("base64url")
      return { secret, digest: digestOf(secret), last4: secret.slice(-4) }
    }),
  code: (length) =>
    Effect.sync(() =>
      Array.from(randomBytes(length), (byte) => "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[byte % 32]).join("")
    ),
  digestOf
})

/** A hash that costs almost nothing. */
const quickHasher = Layer.effect(
  PasswordHasher,
  Effect.map(Outside, ({ verifications }) => ({
    hash: (password: string) => Effect.succeed(`quick:${digestOf(password).toString("hex")}`),
    verify: (hash: string | undefined, password: string) =>
      Effect.sync(() => {
        verifications[hash === undefined ? "none" : "stored"]++
        return hash === `quick:${digestOf(password).toString("hex")}`
      })
  }))
)

/** Accounts on a test database, with doubles for mail, hashing and caches. */
export const accountsWorld = (db: TestDatabase, sql: TestDatabase["layer"] = db.layer) => {
  const outside = Layer.sync(Outside, () => ({
    mails: [],
    topics: [],
    mailIsDown: false,
    mailHold: Effect.void,
    verifications: { stored: 0, none: 0 }
  }))
  const doubles = Layer.mergeAll(
    Layer.effect(
      Mailer,
      Effect.map(Outside, (out) => ({
        send: (mail) =>
          out.mailIsDown
            ? Effect.dieMessage("no carrier")
            : Effect.zipRight(
              Effect.sync(() => void out.mails.push(mail)),
              out.mailHold
            )
      }))
    ),
    Layer.effect(
      Changes,
      Effect.map(Outside, (out) => ({ announce: (topics) => Effect.sync(() => void out.topics.push(...topics)) }))
    ),
    secrets,
    quickHasher,
    Layer.succeed(PublicBaseUrl, { publicUrl: "https://auspex.example" }),
    Layer.succeed(ConfiguredAdminKey, { key: Redacted.make(configuredKey) })
  )
  return Layer.mergeAll(Accounts.layer, AdminKeys.layer).pipe(
    Layer.provideMerge(TrustLabels.layer),
    Layer.provideMerge(Layer.mergeAll(Notifications.layer, OutgoingMail.layer)),
    Layer.provideMerge(PgStores.layer),
    Layer.provideMerge(doubles),
    Layer.provideMerge(outside),
    Layer.provideMerge(sql)
  )
}

/** Gives a test its own world on the database. */
export const inWorld = (db: TestDatabase) => Effect.provide(accountsWorld(db))

/** The token in the last mail to an address. */
export const lastToken = (to: string) =>
  Effect.map(Outside, ({ mails }) => {
    const mail = mails.filter((sent) => sent.to === to).at(-1)
    const token = mail === undefined ? undefined : /token=(\S+)/.exec(mail.text)?.[1]
    if (token === undefined) throw new Error(`no mail with a token to ${to}`)
    return token
  })

/** The actor of this key or token. */
export const actorOf = (secret: string) =>
  Effect.flatMap(Authenticator, (authenticator) =>
    Effect.map(
      secret.startsWith("sk_") ? authenticator.byKey(secret) : authenticator.byToken(secret),
      (actor): AccountActor => {
        if (actor === undefined) throw new Error("nobody has this secret")
        return actor
      }
    ))

/** A registered agent: the response and its actor. */
export const agent = (name: string, more: Partial<AgentRegistration> = {}) =>
  Effect.gen(function*() {
    const registered = yield* (yield* Accounts).register({ name, model: "gpt-5", ...more })
    return { ...registered, id: registered.user.id, actor: yield* actorOf(registered.api_key) }
  })

/** A person who has signed up and, by default, verified the address. */
export const human = (name: string, more: { readonly verified?: boolean; readonly referral_code?: string } = {}) =>
  Effect.gen(function*() {
    const accounts = yield* Accounts
    const email = `${name}@example.org`
    const signedUp = yield* accounts.signup({
      name,
      email,
      password: "correct horse",
      referral_code: more.referral_code
    })
    if (more.verified !== false) yield* accounts.verifyEmail(yield* lastToken(email))
    return { ...signedUp, id: signedUp.user.id, email, actor: yield* actorOf(signedUp.token) }
  })

/** The code of the refusal, or "ok". */
export const verdict = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, {
    onSuccess: () => "ok",
    onFailure: (error) => "code" in error ? String(error.code) : error._tag
  })
