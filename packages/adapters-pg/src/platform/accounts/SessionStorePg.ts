import { type Account, loginFailureMinutes, SessionStore } from "@auspex/domain/accounts"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { isUuid } from "../../kernel/isUuid.ts"
import { storeStatements } from "../../database/statementsOf.ts"
import { statement } from "../../database/Statement.ts"
import { accountColumns } from "./accountRows.ts"

/** The columns of the outer join are null when no account has the address. */
type FactsRow =
  & (Account | { readonly [Column in keyof Account]: null })
  & { readonly password_hash: string | null; readonly recent_failures: number }

// Returns one row whether or not an account has the address; the failures are counted in both cases.
const loginFacts = `
  select ${accountColumns("a")}, a.password_hash, (
    select count(*) from login_failures f
    where f.email_digest = $2::bytea and f.at > auspex_now() - make_interval(mins => $3::integer)
  ) as recent_failures
  from (select 1) one left join accounts a on a.email_key = $1`

const noteFailure = `
  with expired as (
    delete from login_failures where at < auspex_now() - make_interval(mins => $2::integer)
  )
  insert into login_failures (email_digest) values ($1::bytea)`

const open = statement()(
  { id: "uuid", account_id: "uuid", digest: "bytea", email_digest: "bytea" },
  (params) => `
  with cleared as (
    delete from login_failures where email_digest = ${params.email_digest}
  ), active as (
    update accounts set last_active_at = auspex_now() where id = ${params.account_id}
  )
  insert into sessions (id, account_id, digest) values (${params.id}, ${params.account_id}, ${params.digest})`
)

const changePassword = `
  with logged_out as (
    delete from sessions where account_id = $1::uuid and id <> $3::uuid
  ), links as (
    delete from email_tokens where account_id = $1::uuid and purpose = 'reset'
  )
  update accounts set password_hash = $2 where id = $1::uuid`

const layer: Layer.Layer<SessionStore, never, SqlClient> = Layer.effect(
  SessionStore,
  Effect.map(storeStatements("sessions"), ({ first, only, run }) =>
    SessionStore.of({
      loginFacts: (emailKey, emailDigest) =>
        Effect.map(
          only<FactsRow>("loginFacts", loginFacts, [emailKey, emailDigest, loginFailureMinutes]),
          ({ password_hash, recent_failures, ...account }) => ({
            account: account.id === null ? undefined : account,
            password_hash: password_hash ?? undefined,
            recent_failures
          })
        ),
      noteFailure: (emailDigest) => run("noteFailure", noteFailure, [emailDigest, loginFailureMinutes]),
      open: ({ account_id, digest, emailDigest }) =>
        run("open", open, { id: uuidv7(), account_id, digest, email_digest: emailDigest ?? null }),
      close: (sessionId) =>
        isUuid(sessionId) ? run("close", "delete from sessions where id = $1::uuid", [sessionId]) : Effect.void,
      closeAll: (accountId) => run("closeAll", "delete from sessions where account_id = $1::uuid", [accountId]),
      passwordHash: (accountId) =>
        Effect.map(
          first<{ readonly password_hash: string | null }>(
            "passwordHash",
            "select password_hash from accounts where id = $1::uuid",
            [accountId]
          ),
          (row) => row?.password_hash ?? undefined
        ),
      changePassword: (accountId, hash, keptSessionId) =>
        run("changePassword", changePassword, [accountId, hash, keptSessionId])
    }))
)

/** Stores sessions and failed logins in `sessions` and `login_failures`. */
export const SessionStorePg = { layer }
