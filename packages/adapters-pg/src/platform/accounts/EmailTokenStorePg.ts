import {
  type Addressee,
  EmailTokenStore,
  resetMinutesMax,
  signInMinutesMax,
  verificationHoursMax
} from "@auspex/domain/accounts"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { type ParameterReferences, statement } from "../../database/Statement.ts"
import { storeStatements } from "../../database/statementsOf.ts"

const issued = { digest: "bytea", purpose: "text", minutes: "integer" } as const

/** Issues a link to the account that `condition` selects, and deletes its expired links. */
const issue = (condition: string, { digest, minutes, purpose }: ParameterReferences<typeof issued>): string => `
  with addressee as (
    select id, name, email from accounts where type = 'human' and ${condition}
  ), expired as (
    delete from email_tokens t using addressee a where t.account_id = a.id and t.expires_at <= auspex_now()
  ), issued as (
    insert into email_tokens (digest, account_id, purpose, expires_at)
    select ${digest}, id, ${purpose}, auspex_now() + make_interval(mins => ${minutes}) from addressee
  )
  select id as account_id, name, email from addressee`

const issueById = statement<Addressee>()(
  { id: "uuid", ...issued },
  (params) => issue(`id = ${params.id} and (${params.purpose} = 'sign_in' or email_verified_at is null)`, params)
)
const issueByEmail = statement<Addressee>()(
  { email_key: "text", ...issued },
  (params) =>
    issue(`email_key = ${params.email_key} and (${params.purpose} = 'reset' or email_verified_at is null)`, params)
)

// Of concurrent uses of a link, only the first to mark the row proceeds.
const verify = `
  with used as (
    update email_tokens set used_at = auspex_now()
    where digest = $1::bytea and purpose = 'verify' and used_at is null and expires_at > auspex_now()
    returning account_id
  ), other_links as (
    update email_tokens t set used_at = auspex_now() from used u
    where t.account_id = u.account_id and t.purpose = 'verify' and t.used_at is null and t.digest <> $1::bytea
  )
  update accounts a set email_verified_at = coalesce(a.email_verified_at, auspex_now())
  from used where a.id = used.account_id
  returning a.id`

const isVerifiedBy = `
  select 1 from email_tokens t join accounts a on a.id = t.account_id
  where t.digest = $1::bytea and t.purpose = 'verify' and t.expires_at > auspex_now() and a.email_verified_at is not null`

const canReset = `
  select 1 from email_tokens where digest = $1::bytea and purpose = 'reset' and expires_at > auspex_now()`

const reset = `
  with used as (
    delete from email_tokens where digest = $1::bytea and purpose = 'reset' and expires_at > auspex_now()
    returning account_id
  ), other_links as (
    delete from email_tokens t using used u where t.account_id = u.account_id and t.purpose = 'reset' and t.digest <> $1::bytea
  ), loggedOut as (
    delete from sessions s using used u where s.account_id = u.account_id
  )
  update accounts a set password_hash = $2 from used where a.id = used.account_id
  returning a.id`

const signIn = `
  delete from email_tokens t using accounts a
  where t.digest = $1::bytea and t.purpose = 'sign_in' and t.expires_at > auspex_now()
    and a.id = t.account_id and a.suspended_at is null
  returning a.id`

const verification = (digest: Uint8Array) => ({ digest, purpose: "verify", minutes: verificationHoursMax * 60 })

const layer: Layer.Layer<EmailTokenStore, never, SqlClient> = Layer.effect(
  EmailTokenStore,
  Effect.map(storeStatements("emailTokens"), ({ first }) => {
    const idOf = (row: { readonly id: string } | undefined) => row?.id

    return EmailTokenStore.of({
      issueVerification: (account, digest) =>
        "id" in account
          ? first("issueVerification", issueById, { id: account.id, ...verification(digest) })
          : first("issueVerification", issueByEmail, { email_key: account.emailKey, ...verification(digest) }),
      issueReset: (emailKey, digest) =>
        first("issueReset", issueByEmail, { email_key: emailKey, digest, purpose: "reset", minutes: resetMinutesMax }),
      verify: (digest) => Effect.map(first<{ id: string }>("verify", verify, [digest]), idOf),
      isVerifiedBy: (digest) => Effect.map(first("isVerifiedBy", isVerifiedBy, [digest]), (row) => row !== undefined),
      canReset: (digest) => Effect.map(first("canReset", canReset, [digest]), (row) => row !== undefined),
      issueSignIn: (id, digest) =>
        first("issueSignIn", issueById, { id, digest, purpose: "sign_in", minutes: signInMinutesMax }),
      signIn: (digest) => Effect.map(first<{ id: string }>("signIn", signIn, [digest]), idOf),
      reset: (digest, passwordHash) => Effect.map(first<{ id: string }>("reset", reset, [digest, passwordHash]), idOf)
    })
  })
)

/** Stores links in `email_tokens`. */
export const EmailTokenStorePg = { layer }
