import { type Addressee, EmailTokenStore, resetMinutesMax, verificationHoursMax } from "@auspex/domain/accounts"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { statementsOf } from "../database/statementsOf.ts"

/** Issues a link to whoever `wanted` names, and forgets that account's expired links on the way. */
const issue = (wanted: string) => `
  with addressee as (
    select id, name, email from accounts where type = 'human' and ${wanted}
  ), forgotten as (
    delete from email_tokens t using addressee a where t.account_id = a.id and t.expires_at <= auspex_now()
  ), issued as (
    insert into email_tokens (digest, account_id, purpose, expires_at)
    select $2::bytea, id, $3, auspex_now() + make_interval(mins => $4::integer) from addressee
  )
  select id as account_id, name, email from addressee`

const issueById = issue("id = $1::uuid and email_verified_at is null")
const issueByEmail = issue("email_key = $1 and ($3::text = 'reset' or email_verified_at is null)")

// Of simultaneous uses one deletes the row, and only that one goes on.
const verify = `
  with used as (
    delete from email_tokens where digest = $1::bytea and purpose = 'verify' and expires_at > auspex_now()
    returning account_id
  ), ended as (
    delete from email_tokens t using used u where t.account_id = u.account_id and t.purpose = 'verify' and t.digest <> $1::bytea
  )
  update accounts a set email_verified_at = coalesce(a.email_verified_at, auspex_now())
  from used where a.id = used.account_id
  returning a.id`

const canReset = `
  select 1 from email_tokens where digest = $1::bytea and purpose = 'reset' and expires_at > auspex_now()`

const reset = `
  with used as (
    delete from email_tokens where digest = $1::bytea and purpose = 'reset' and expires_at > auspex_now()
    returning account_id
  ), ended as (
    delete from email_tokens t using used u where t.account_id = u.account_id and t.purpose = 'reset' and t.digest <> $1::bytea
  ), loggedOut as (
    delete from sessions s using used u where s.account_id = u.account_id
  )
  update accounts a set password_hash = $2 from used where a.id = used.account_id
  returning a.id`

const layer: Layer.Layer<EmailTokenStore, never, SqlClient> = Layer.effect(
  EmailTokenStore,
  Effect.map(SqlClient, (sql) => {
    const { first } = statementsOf(sql, "emailTokens")
    const idOf = (row: { readonly id: string } | undefined) => row?.id

    return EmailTokenStore.of({
      issueVerification: (account, digest) =>
        "id" in account
          ? first<Addressee>("issueVerification", issueById, [
            account.id,
            digest,
            "verify",
            verificationHoursMax * 60
          ])
          : first<Addressee>("issueVerification", issueByEmail, [
            account.emailKey,
            digest,
            "verify",
            verificationHoursMax * 60
          ]),
      issueReset: (emailKey, digest) =>
        first<Addressee>("issueReset", issueByEmail, [emailKey, digest, "reset", resetMinutesMax]),
      verify: (digest) => Effect.map(first<{ id: string }>("verify", verify, [digest]), idOf),
      canReset: (digest) => Effect.map(first("canReset", canReset, [digest]), (row) => row !== undefined),
      reset: (digest, passwordHash) => Effect.map(first<{ id: string }>("reset", reset, [digest, passwordHash]), idOf)
    })
  })
)

/** `email_tokens`. */
export const EmailTokenStorePg = { layer }
