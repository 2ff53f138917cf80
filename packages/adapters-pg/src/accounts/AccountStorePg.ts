import {
  type Account,
  type AccountMove,
  AccountStore,
  emailKey,
  nameKey,
  type OpenReferral,
  type Recruiter
} from "@auspex/domain/accounts"
import type { CalibrationCount } from "@auspex/domain/scoring"
import { caseFold, type Page, type PageRequest } from "@auspex/domain/kernel"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { storage } from "../database/DatabaseError.ts"
import { statementsOf } from "../database/statementsOf.ts"
import { type Cursor, idCursor } from "../kernel/Cursor.ts"
import { ifUuid, isUuid } from "../kernel/isUuid.ts"
import { cut, paged } from "../kernel/PageRow.ts"
import * as statements from "./accountSql.ts"

interface OwnRow extends Account {
  readonly calibration: ReadonlyArray<CalibrationCount>
  readonly unread_notification_count: number
}

interface LinkRow extends Account {
  readonly question_ids: ReadonlyArray<string>
}

interface MoveRow extends Account {
  readonly email_verified_before: Date | null
  readonly suspended_before: Date | null
  readonly reason_before: string | null
}

const moveOf = (row: MoveRow): AccountMove => {
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

/** A page of accounts, of which one more than asked for was read. */
const pageOf = (
  page: PageRequest,
  cursor: Cursor<string>,
  rows: ReadonlyArray<Account>,
  total: number
): Page<Account> => {
  const { last, shown } = cut(rows, page.limit)
  return { items: shown, total, next_cursor: last === null ? null : cursor.encode(last.id) }
}

const layer: Layer.Layer<AccountStore, never, SqlClient> = Layer.effect(
  AccountStore,
  Effect.map(SqlClient, (sql) => {
    const { first } = statementsOf(sql, "accounts")

    return AccountStore.of({
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
          const [created] = yield* sql.unsafe<Account>(statements.create, [
            uuidv7(),
            account.type,
            account.name,
            account.name_key,
            account.role,
            account.referral_code,
            account.referred_by ?? null,
            account.email ?? null,
            account.email_key ?? null,
            account.password_hash ?? null,
            account.model ?? null,
            account.model_family ?? null,
            account.persona_archetype ?? null,
            account.risk_profile ?? null,
            account.domain_focus ?? null,
            account.philosophy ?? null,
            uuidv7(),
            account.key?.digest ?? null,
            account.key?.last4 ?? null,
            account.referral_state ?? null
          ])
          if (created !== undefined) return { kind: "created" as const, account: created }
          const [taken] = yield* sql.unsafe<{ field: "name" | "email" | "referral_code" }>(statements.takenPart, [
            account.name_key,
            account.email_key ?? null
          ])
          return { kind: "taken" as const, field: taken?.field ?? "referral_code" }
        }).pipe(storage("accounts.create")),

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
        Effect.map(first<OwnRow>("own", statements.own, [id]), (row) => {
          if (row === undefined) return undefined
          const { calibration, unread_notification_count, ...account } = row
          return { account, calibration, unread_notification_count }
        }),

      update: (id, changes) => first("update", statements.update, [id, JSON.stringify(changes)]),

      agentsOf: (ownerId, page) =>
        Effect.gen(function*() {
          const [limit, offset, after] = yield* paged(page, agentsCursor)
          const rows = yield* sql.unsafe<Account & { total: number }>(statements.agentsOf, [
            ownerId,
            after,
            limit,
            offset
          ])
          const total = rows[0]?.total ?? (yield* sql.unsafe<{ total: number }>(
            "select count(*) as total from accounts where owner_id = $1::uuid",
            [ownerId]
          ))[0]?.total ?? 0
          return pageOf(page, agentsCursor, rows.map(({ total: _, ...account }) => account), total)
        }).pipe(storage("accounts.agentsOf")),

      rotateKey: (id, usedKeyId, key) =>
        Effect.zipRight(
          first("lockForRotation", statements.lockForRotation, [id]),
          Effect.map(
            first("rotateKey", statements.rotateKey, [id, uuidv7(), key.digest, key.last4, usedKeyId]),
            (row) => row !== undefined
          )
        ),

      forLinking: (keyDigest, humanId) =>
        Effect.zipRight(
          first("lockForLinking", statements.lockForLinking, [keyDigest, humanId]),
          first<Account>("forLinking", statements.forLinking, [keyDigest])
        ),

      link: (agentId, ownerId, move) =>
        Effect.gen(function*() {
          const row = yield* first<LinkRow>("link", statements.link, [agentId, ownerId, move?.to ?? null])
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
        const given = JSON.stringify(moves)
        return Effect.zipRight(
          sql.unsafe(statements.moveReferrals, [given]),
          sql.unsafe(statements.countRecruits, [given])
        ).pipe(Effect.asVoid, storage("accounts.moveReferrals"))
      },

      list: (filter, page) =>
        Effect.gen(function*() {
          const [limit, offset, after] = yield* paged(page, accountsCursor)
          const wanted = [
            filter.type ?? null,
            filter.q === undefined ? null : nameKey(filter.q),
            filter.suspended ?? null,
            filter.q === undefined ? null : caseFold(filter.q)
          ]
          const rows = yield* sql.unsafe<Account>(statements.list, [
            ...wanted,
            after,
            limit,
            offset
          ])
          const [count] = yield* sql.unsafe<{ total: number }>(statements.countListed, wanted)
          return pageOf(page, accountsCursor, rows, count?.total ?? 0)
        }).pipe(storage("accounts.list")),

      markEmailVerified: (id) =>
        Effect.map(
          first<MoveRow>("markEmailVerified", statements.markEmailVerified, [id]),
          (row) => row && moveOf(row)
        ),

      setSuspension: (id, reason) =>
        Effect.map(
          first<MoveRow>("setSuspension", statements.setSuspension, [id, reason]),
          (row) => row && moveOf(row)
        )
    })
  })
)

/** `accounts` and `account_keys`. */
export const AccountStorePg = { layer }
