import {
  type Account,
  type AccountMove,
  AccountStore,
  emailKey,
  nameKey,
  type OpenReferral,
  type Recruiter
} from "@auspex/domain/accounts"
import { caseFold, type Page, type PageRequest, isUuid } from "@auspex/domain/kernel"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { storage } from "../database/DatabaseError.ts"
import { statementsOf } from "../database/statementsOf.ts"
import { type Cursor, idCursor } from "../kernel/Cursor.ts"
import { ifUuid } from "../kernel/ifUuid.ts"
import { cut, paged } from "../kernel/PageRow.ts"
import * as statements from "./accountSql.ts"

const moveOf = (row: statements.MoveRow): AccountMove => {
  const { email_verified_before, reason_before, suspended_before, ...after } = row
  return {
    before: {
      ...after,
      email_verified_at: email_verified_before,
      suspended_at: suspended_before,
      suspended_reason: reason_before
    },
    after
  }
}

const agentsCursor = idCursor("agents")
const accountsCursor = idCursor("accounts")

/** Builds a page from rows that were read with one row more than the page's limit. */
const pageOf = (
  page: PageRequest,
  cursor: Cursor<string>,
  rows: ReadonlyArray<Account>,
  total: number
): Page<Account> => {
  const { last, shown } = cut(rows, page.limit)
  return { items: shown, total, next_cursor: last === null ? null : cursor.encode(last.id) }
}

const registration = (sql: SqlClient): Pick<AccountStore["Type"], "recruiterByCode" | "create"> => {
  const { first } = statementsOf(sql, "accounts")
  return {
    recruiterByCode: (code) =>
      Effect.flatMap(
        first<{ readonly id: string }>("lockRecruiter", statements.lockRecruiter, [code]),
        (locked) =>
          locked === undefined
            ? Effect.succeed(undefined)
            : first<Recruiter>("recruiter", statements.recruiter, [locked.id])
      ),

    create: (account) =>
      Effect.gen(function*() {
        const [created] = yield* statements.create.run(sql, {
          id: uuidv7(),
          type: account.type,
          name: account.name,
          name_key: account.name_key,
          role: account.role,
          referral_code: account.referral_code,
          referred_by: account.referred_by ?? null,
          email: account.email ?? null,
          email_key: account.email_key ?? null,
          password_hash: account.password_hash ?? null,
          model: account.model ?? null,
          model_family: account.model_family ?? null,
          persona_archetype: account.persona_archetype ?? null,
          risk_profile: account.risk_profile ?? null,
          domain_focus: account.domain_focus ?? null,
          philosophy: account.philosophy ?? null,
          key_id: uuidv7(),
          key_digest: account.key?.digest ?? null,
          key_last4: account.key?.last4 ?? null,
          referral_state: account.referral_state ?? null
        })
        if (created !== undefined) return { kind: "created" as const, account: created }
        const [taken] = yield* sql.unsafe<{ field: "name" | "email" | "referral_code" }>(statements.takenPart, [
          account.name_key,
          account.email_key ?? null
        ])
        return { kind: "taken" as const, field: taken?.field ?? "referral_code" }
      }).pipe(storage("accounts.create"))
  }
}

const ownAccounts = (sql: SqlClient): Pick<AccountStore["Type"], "byId" | "find" | "own" | "update" | "rotateKey"> => {
  const { first } = statementsOf(sql, "accounts")
  return {
    byId: (id) => ifUuid(id, first<Account>("byId", statements.byId, [id])),

    find: (idOrName) =>
      isUuid(idOrName)
        ? first<Account>("find", statements.byId, [idOrName])
        : first<Account>("find", statements.byName, [
          nameKey(idOrName),
          emailKey(idOrName),
          idOrName.normalize("NFKC").trim()
        ]),

    own: (id) =>
      Effect.map(first<statements.OwnRow>("own", statements.own, [id]), (row) => {
        if (row === undefined) return undefined
        const { calibration, unread_notification_count, ...account } = row
        return { account, calibration, unread_notification_count }
      }),

    update: (id, changes) => first("update", statements.update, [id, JSON.stringify(changes)]),

    rotateKey: (id, usedKeyId, key) =>
      Effect.zipRight(
        first("lockForRotation", statements.lockForRotation, [id]),
        Effect.map(
          first("rotateKey", statements.rotateKey, {
            account_id: id,
            id: uuidv7(),
            digest: key.digest,
            last4: key.last4,
            used_id: usedKeyId
          }),
          (row) => row !== undefined
        )
      )
  }
}

const links = (
  sql: SqlClient
): Pick<AccountStore["Type"], "forLinking" | "link" | "lockOverdueReferrals" | "moveReferrals"> => {
  const { first } = statementsOf(sql, "accounts")
  return {
    forLinking: (keyDigest, humanId) =>
      Effect.zipRight(
        first("lockForLinking", statements.lockForLinking, [keyDigest, humanId]),
        first<Account>("forLinking", statements.forLinking, [keyDigest])
      ),

    link: (agentId, ownerId, move) =>
      Effect.gen(function*() {
        const row = yield* first<statements.LinkRow>("link", statements.link, [agentId, ownerId, move?.to ?? null])
        const referrals = yield* sql.unsafe<OpenReferral>(statements.referralsOfLink, [agentId, ownerId])
        const { question_ids, ...agent } = row!
        const code = yield* first<{ readonly has_code: boolean }>("hasCode", statements.hasCode, [agentId])
        return { agent, question_ids, referrals, has_code: code!.has_code }
      }).pipe(storage("accounts.link")),

    lockOverdueReferrals: (limit) =>
      Effect.gen(function*() {
        const overdue = yield* sql.unsafe<{ readonly id: string; readonly referred_by: string }>(
          statements.overdueRecruits,
          [limit]
        )
        if (overdue.length === 0) return []
        yield* sql.unsafe(statements.lockReferrals, [
          JSON.stringify(overdue.flatMap(({ id, referred_by }) => [id, referred_by]))
        ])
        return yield* sql.unsafe<OpenReferral>(statements.overdueReferrals, [
          JSON.stringify(overdue.map(({ id }) => id))
        ])
      }).pipe(storage("accounts.lockOverdueReferrals")),

    moveReferrals: (moves) => {
      const movesJson = JSON.stringify(moves)
      return Effect.zipRight(
        sql.unsafe(statements.moveReferrals, [movesJson]),
        sql.unsafe(statements.countRecruits, [movesJson])
      ).pipe(Effect.asVoid, storage("accounts.moveReferrals"))
    }
  }
}

const lists = (sql: SqlClient): Pick<AccountStore["Type"], "agentsOf" | "list"> => ({
  agentsOf: (ownerId, page) =>
    Effect.gen(function*() {
      const parameters = yield* paged(page, agentsCursor)
      const rows = yield* statements.agentsOf.run(sql, { owner_id: ownerId, ...parameters })
      const total = rows[0]?.total ?? (yield* sql.unsafe<{ total: number }>(
        "select count(*) as total from accounts where owner_id = $1::uuid",
        [ownerId]
      ))[0]?.total ?? 0
      return pageOf(page, agentsCursor, rows.map(({ total: _, ...account }) => account), total)
    }).pipe(storage("accounts.agentsOf")),

  list: (filter, page) =>
    Effect.gen(function*() {
      const parameters = yield* paged(page, accountsCursor)
      const filters = {
        type: filter.type ?? null,
        name: filter.q === undefined ? null : nameKey(filter.q),
        suspended: filter.suspended ?? null,
        email: filter.q === undefined ? null : caseFold(filter.q)
      }
      const rows = yield* statements.list.run(sql, { ...filters, ...parameters })
      const [count] = yield* statements.countListed.run(sql, filters)
      return pageOf(page, accountsCursor, rows, count?.total ?? 0)
    }).pipe(storage("accounts.list"))
})

const administration = (sql: SqlClient): Pick<AccountStore["Type"], "markEmailVerified" | "setSuspension"> => {
  const { first } = statementsOf(sql, "accounts")
  return {
    markEmailVerified: (id) =>
      Effect.map(
        first<statements.MoveRow>("markEmailVerified", statements.markEmailVerified, [id]),
        (row) => row && moveOf(row)
      ),

    setSuspension: (id, reason) =>
      Effect.map(
        first<statements.MoveRow>("setSuspension", statements.setSuspension, [id, reason]),
        (row) => row && moveOf(row)
      )
  }
}

const layer: Layer.Layer<AccountStore, never, SqlClient> = Layer.effect(
  AccountStore,
  Effect.map(
    SqlClient,
    (sql) =>
      AccountStore.of({
        ...registration(sql),
        ...ownAccounts(sql),
        ...links(sql),
        ...lists(sql),
        ...administration(sql)
      })
  )
)

/** Stores accounts and their keys in `accounts` and `account_keys`. */
export const AccountStorePg = { layer }
