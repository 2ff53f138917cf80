import { caseFold } from "@auspex/domain/text"
import {
  type Account,
  type AccountMove,
  AccountStore,
  emailKey,
  nameKey,
  type OpenReferral,
  type Recruiter
} from "@auspex/domain/accounts"
import { type Page, type PageRequest } from "@auspex/domain/kernel"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { isUuid } from "../../kernel/isUuid.ts"
import { type Statements, storeStatements } from "../../database/statementsOf.ts"
import { type Cursor, idCursor } from "../../kernel/Cursor.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import { cut, paged } from "../../kernel/PageRow.ts"
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

const registration = ({ first }: Statements): Pick<AccountStore["Type"], "recruiterByCode" | "create"> => ({
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
      const created = yield* first("create", statements.create, {
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
      const keys = [account.name_key, account.email_key ?? null]
      const taken = yield* first<{ field: "name" | "email" | "referral_code" }>("create", statements.takenPart, keys)
      return { kind: "taken" as const, field: taken?.field ?? "referral_code" }
    })
})

const ownAccounts = (
  { first, run }: Statements
): Pick<AccountStore["Type"], "byId" | "find" | "own" | "update" | "rotateKey"> => ({
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
      run("lockForRotation", statements.lockForRotation, [id]),
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
})

const links = (
  { all, first, only, run }: Statements
): Pick<AccountStore["Type"], "forLinking" | "link" | "lockOverdueReferrals" | "moveReferrals"> => ({
  forLinking: (keyDigest, humanId) =>
    Effect.zipRight(
      run("lockForLinking", statements.lockForLinking, [keyDigest, humanId]),
      first<Account>("forLinking", statements.forLinking, [keyDigest])
    ),

  link: (agentId, ownerId, move) =>
    Effect.gen(function*() {
      const row = yield* only<statements.LinkRow>("link", statements.link, [agentId, ownerId, move?.to ?? null])
      const referrals = yield* all<OpenReferral>("link", statements.referralsOfLink, [agentId, ownerId])
      const { question_ids, ...agent } = row
      const { has_code } = yield* only<{ readonly has_code: boolean }>("hasCode", statements.hasCode, [agentId])
      return { agent, question_ids, referrals, has_code }
    }),

  lockOverdueReferrals: (limit) =>
    Effect.gen(function*() {
      const overdue = yield* all<{ readonly id: string; readonly referred_by: string }>(
        "lockOverdueReferrals",
        statements.overdueRecruits,
        [limit]
      )
      if (overdue.length === 0) return []
      yield* run("lockOverdueReferrals", statements.lockReferrals, [
        JSON.stringify(overdue.flatMap(({ id, referred_by }) => [id, referred_by]))
      ])
      return yield* all<OpenReferral>("lockOverdueReferrals", statements.overdueReferrals, [
        JSON.stringify(overdue.map(({ id }) => id))
      ])
    }),

  moveReferrals: (moves) => {
    const movesJson = JSON.stringify(moves)
    return Effect.zipRight(
      run("moveReferrals", statements.moveReferrals, [movesJson]),
      run("moveReferrals", statements.countRecruits, [movesJson])
    )
  }
})

const lists = ({ all, first, only }: Statements): Pick<AccountStore["Type"], "agentsOf" | "list"> => ({
  agentsOf: (ownerId, page) =>
    Effect.gen(function*() {
      const parameters = yield* paged(page, agentsCursor)
      const rows = yield* all("agentsOf", statements.agentsOf, { owner_id: ownerId, ...parameters })
      const { total } = rows[0] ?? (yield* only<{ total: number }>(
        "agentsOf",
        "select count(*) as total from accounts where owner_id = $1::uuid",
        [ownerId]
      ))
      return pageOf(page, agentsCursor, rows.map(({ total: _, ...account }) => account), total)
    }),

  list: (filter, page) =>
    Effect.gen(function*() {
      const parameters = yield* paged(page, accountsCursor)
      const filters = {
        type: filter.type ?? null,
        name: filter.q === undefined ? null : nameKey(filter.q),
        suspended: filter.suspended ?? null,
        email: filter.q === undefined ? null : caseFold(filter.q)
      }
      const rows = yield* all("list", statements.list, { ...filters, ...parameters })
      const count = yield* first("list", statements.countListed, filters)
      return pageOf(page, accountsCursor, rows, count?.total ?? 0)
    })
})

const administration = ({ first }: Statements): Pick<AccountStore["Type"], "markEmailVerified" | "setSuspension"> => ({
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
})

const layer: Layer.Layer<AccountStore, never, SqlClient> = Layer.effect(
  AccountStore,
  Effect.map(
    storeStatements("accounts"),
    (store) =>
      AccountStore.of({
        ...registration(store),
        ...ownAccounts(store),
        ...links(store),
        ...lists(store),
        ...administration(store)
      })
  )
)

/** Stores accounts and their keys in `accounts` and `account_keys`. */
export const AccountStorePg = { layer }
