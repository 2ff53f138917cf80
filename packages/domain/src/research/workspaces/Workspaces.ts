import { Context, Effect, Layer } from "effect"
import { AccountStore } from "../../platform/accounts/AccountStore.ts"
import { type AccountActor, requireActive } from "../../platform/identity/Actor.ts"
import { Secrets } from "../../platform/identity/Secrets.ts"
import { type WorkspaceActor, type WorkspaceTier } from "../../platform/identity/WorkspaceActor.ts"
import { requireRight, type WorkspaceRight, type WorkspaceRole } from "../../platform/identity/WorkspaceRole.ts"
import { type Failure, failure } from "../../kernel/Failure.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import { foundOr, refuse, refuseAll } from "../../kernel/Refusal.ts"
import { judgeText } from "../../kernel/TextRule.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { membersPerWorkspaceMax, type Workspace, type WorkspaceMember, workspaceNameMax } from "./Workspace.ts"
import { membershipChecks, workspaceLimit } from "./membershipChecks.ts"
import {
  auditedManager,
  managingAccount,
  permittedWorkspace,
  type WorkspaceManager,
  workspaceNotFound
} from "./WorkspaceAccess.ts"
import { type AuditedAct, WorkspaceAudit, type WorkspaceAuditEntry } from "./WorkspaceAudit.ts"
import { keysPerMemberMax, type WorkspaceKey, workspaceKeyDaysDefault, workspaceKeyDaysMax } from "./WorkspaceKey.ts"
import { WorkspaceStore } from "./WorkspaceStore.ts"

/** A new key; `secret` is shown only once. */
export interface CreatedWorkspaceKey {
  readonly key: WorkspaceKey
  readonly secret: string
}

/** A workspace, and one of its members at work in it. */
export interface EnteredWorkspace {
  readonly workspace: Workspace
  readonly actor: WorkspaceActor
}

const nameOf = (given: string): string => given.normalize("NFC").trim()

const judgeDays = (days: number): Failure | undefined =>
  Number.isSafeInteger(days) && days >= 1 && days <= workspaceKeyDaysMax ? undefined : failure(
    "INVALID_REQUEST",
    `expires_in_days must be a whole number from 1 to ${workspaceKeyDaysMax}.`,
    { field: "expires_in_days", measured: days, limit: workspaceKeyDaysMax }
  )

const adminOnly = (name: string) =>
  failure("ADMIN_REQUIRED", `Only an administrator of the platform may state ${name}.`, { field: name })

/** Workspaces of the research API: their members, keys and audit log. Every change is written to the audit log. */
export class Workspaces extends Context.Tag("auspex/Workspaces")<Workspaces, {
  /**
   * Creates a workspace whose first admin is the caller, or, for an administrator, the account that `owner` names. Fails
   * with INVALID_REQUEST, ADMIN_REQUIRED, EMAIL_NOT_VERIFIED, ACCOUNT_NOT_FOUND, HUMAN_REQUIRED and WORKSPACE_LIMIT.
   */
  readonly create: (
    caller: WorkspaceManager,
    request: { readonly name: string; readonly owner?: string }
  ) => UseCaseEffect<Workspace>
  /** The workspaces of the caller, all for an administrator, newest first. */
  readonly list: (caller: WorkspaceManager, page: PageRequest) => UseCaseEffect<Page<Workspace>>
  /** A workspace and its members. Fails with WORKSPACE_NOT_FOUND. */
  readonly detail: (
    caller: WorkspaceManager,
    id: string
  ) => UseCaseEffect<Workspace & { readonly members: ReadonlyArray<WorkspaceMember> }>
  /**
   * The caller at work in a workspace, without a key: with the rights of its role, like a holder of one of the workspace's
   * keys, and under its name in the audit log. Fails with WORKSPACE_NOT_FOUND.
   */
  readonly enter: (caller: AccountActor, id: string) => UseCaseEffect<EnteredWorkspace>
  /** Renames a workspace; an administrator also sets its tier. Fails also with INSUFFICIENT_PERMISSIONS, ADMIN_REQUIRED. */
  readonly update: (
    caller: WorkspaceManager,
    id: string,
    changes: { readonly name?: string; readonly tier?: WorkspaceTier }
  ) => UseCaseEffect<Workspace>
  /**
   * Adds a member, named by id, e-mail address or name, or gives it another role. Fails also with ACCOUNT_NOT_FOUND,
   * HUMAN_REQUIRED, WORKSPACE_LIMIT and WORKSPACE_NEEDS_ADMIN.
   */
  readonly putMember: (
    caller: WorkspaceManager,
    id: string,
    account: string,
    role: WorkspaceRole
  ) => UseCaseEffect<WorkspaceMember>
  /** Removes a member and revokes its keys; everybody may leave. Fails also with WORKSPACE_MEMBER_NOT_FOUND. */
  readonly removeMember: (caller: WorkspaceManager, id: string, account: string) => UseCaseEffect<WorkspaceMember>
  /**
   * Makes a key of the caller, or, for an administrator, of the member that `account` names. Fails also with
   * WORKSPACE_MEMBER_NOT_FOUND and WORKSPACE_LIMIT.
   */
  readonly createKey: (
    caller: WorkspaceManager,
    id: string,
    request: { readonly name: string; readonly expires_in_days?: number; readonly account?: string }
  ) => UseCaseEffect<CreatedWorkspaceKey>
  /** The caller's keys; all keys for an admin of the workspace. */
  readonly keys: (caller: WorkspaceManager, id: string) => UseCaseEffect<ReadonlyArray<WorkspaceKey>>
  /** Revokes a key of the caller, or any for an admin of the workspace. Fails also with WORKSPACE_KEY_NOT_FOUND. */
  readonly revokeKey: (caller: WorkspaceManager, id: string, keyId: string) => UseCaseEffect<WorkspaceKey>
  /** What was done in the workspace, newest first; for admins. */
  readonly audit: (caller: WorkspaceManager, id: string, page: PageRequest) => UseCaseEffect<Page<WorkspaceAuditEntry>>
  /** The same for the workspace of a key. Fails with INSUFFICIENT_PERMISSIONS unless the key is an admin's. */
  readonly auditOf: (actor: WorkspaceActor, page: PageRequest) => UseCaseEffect<Page<WorkspaceAuditEntry>>
}>() {
  static readonly layer: Layer.Layer<
    Workspaces,
    never,
    AccountStore | Secrets | UnitOfWork | WorkspaceAudit | WorkspaceStore
  > = Layer.effect(
    Workspaces,
    Effect.gen(function*() {
      const accounts = yield* AccountStore
      const audit = yield* WorkspaceAudit
      const secrets = yield* Secrets
      const store = yield* WorkspaceStore
      const unit = yield* UnitOfWork
      const services = { accounts, audit, secrets, store, unit }
      return Workspaces.of({
        ...reading(services),
        ...managing(services),
        ...membering(services),
        ...issuingKeys(services)
      })
    })
  )
}

type Service = Context.Tag.Service<Workspaces>

interface Services {
  readonly accounts: AccountStore["Type"]
  readonly audit: WorkspaceAudit["Type"]
  readonly secrets: Secrets["Type"]
  readonly store: WorkspaceStore["Type"]
  readonly unit: UnitOfWork["Type"]
}

const access = ({ audit, store }: Services) => {
  const record = (caller: WorkspaceManager, act: Omit<AuditedAct, "by">) =>
    audit.record({ ...act, by: auditedManager(caller) })

  const found = (caller: WorkspaceManager, id: string, right: WorkspaceRight) =>
    permittedWorkspace(store.find, caller, id, right)

  const locked = (caller: WorkspaceManager, id: string, right: WorkspaceRight) =>
    permittedWorkspace(store.lock, caller, id, right)

  return { record, found, locked }
}

/** Whose keys the caller sees: its own, or everybody's. */
const keysFor = (caller: WorkspaceManager, { role }: Workspace) =>
  role === null || role === "admin" ? null : managingAccount(caller)

const reading = (services: Services): Pick<Service, "list" | "detail" | "enter" | "audit" | "auditOf"> => {
  const { audit, store } = services
  const { found } = access(services)
  return {
    list: (caller, page) => store.list(managingAccount(caller), page),
    detail: (caller, id) =>
      Effect.flatMap(
        found(caller, id, "read"),
        (workspace) => Effect.map(store.members(id), (members) => ({ ...workspace, members }))
      ),
    enter: (caller, id) =>
      Effect.flatMap(
        store.find(id, caller.id),
        (workspace) =>
          workspace === undefined || workspace.role === null ? workspaceNotFound : Effect.succeed({
            workspace,
            actor: {
              kind: "workspace" as const,
              workspace_id: workspace.id,
              tier: workspace.tier,
              account_id: caller.id,
              role: workspace.role,
              key_id: null
            }
          })
      ),
    auditOf: (actor, page) => Effect.zipRight(requireRight(actor.role, "manage"), audit.list(actor.workspace_id, page)),
    audit: (caller, id, page) => Effect.zipRight(found(caller, id, "manage"), audit.list(id, page))
  }
}

const managing = (services: Services): Pick<Service, "create" | "update"> => {
  const { store, unit } = services
  const { found, locked, record } = access(services)
  const { person, requireRoom } = membershipChecks(services)

  const ownerOf = (caller: WorkspaceManager, owner: string | undefined) => {
    if (caller.kind === "account") {
      return owner === undefined
        ? Effect.as(requireActive(caller), caller.id)
        : Effect.zipRight(refuseAll([adminOnly("owner")]), Effect.succeed(caller.id))
    }
    return owner === undefined
      ? refuse("INVALID_REQUEST", "owner must name the account that becomes the first admin.", { field: "owner" })
      : Effect.map(person(owner), ({ id }) => id)
  }

  const create: Service["create"] = (caller, request) =>
    Effect.gen(function*() {
      const name = nameOf(request.name)
      yield* refuseAll([judgeText("name", name, { min: 1, max: workspaceNameMax, isLine: true })])
      const owner = yield* ownerOf(caller, request.owner)
      return yield* unit.transact(Effect.gen(function*() {
        yield* requireRoom(owner)
        const workspace = yield* store.insert({ name, owner })
        yield* record(caller, {
          workspace_id: workspace.id,
          action: "workspace.create",
          subject_type: "workspace",
          subject_id: workspace.id,
          detail: { name, owner }
        })
        return caller.kind === "admin" ? { ...workspace, role: null } : workspace
      }))
    })

  const update: Service["update"] = (caller, id, changes) =>
    unit.transact(Effect.gen(function*() {
      yield* locked(caller, id, "manage")
      const name = changes.name === undefined ? undefined : nameOf(changes.name)
      yield* refuseAll([
        name === undefined ? undefined : judgeText("name", name, { min: 1, max: workspaceNameMax, isLine: true }),
        changes.tier !== undefined && caller.kind !== "admin" ? adminOnly("tier") : undefined
      ])
      const detail = { ...changes, ...(name === undefined ? {} : { name }) }
      yield* store.update(id, detail)
      yield* record(caller, {
        workspace_id: id,
        action: "workspace.update",
        subject_type: "workspace",
        subject_id: id,
        detail
      })
      return yield* found(caller, id, "read")
    }))

  return { create, update }
}

const membering = (services: Services): Pick<Service, "putMember" | "removeMember"> => {
  const { store, unit } = services
  const { locked, record } = access(services)
  const { keepAdmin, memberOf, person, requireRoom } = membershipChecks(services)

  const putMember: Service["putMember"] = (caller, id, name, role) =>
    unit.transact(Effect.gen(function*() {
      yield* locked(caller, id, "manage")
      const account = yield* person(name)
      const members = yield* store.members(id)
      const before = members.find(({ account_id }) => account_id === account.id)
      if (before === undefined) {
        if (members.length >= membersPerWorkspaceMax) {
          return yield* workspaceLimit(
            `A workspace has at most ${membersPerWorkspaceMax} members.`,
            membersPerWorkspaceMax
          )
        }
        yield* requireRoom(account.id)
      } else if (role !== "admin") yield* keepAdmin(members, account.id)
      yield* store.putMember(id, account.id, role)
      yield* record(caller, {
        workspace_id: id,
        action: before === undefined ? "member.add" : "member.change",
        subject_type: "account",
        subject_id: account.id,
        detail: { role }
      })
      return (yield* store.members(id)).find(({ account_id }) => account_id === account.id)!
    }))

  const removeMember: Service["removeMember"] = (caller, id, name) =>
    unit.transact(Effect.gen(function*() {
      const workspace = yield* locked(caller, id, "read")
      const { member, members } = yield* memberOf(id, name)
      if (workspace.role !== null && member.account_id !== managingAccount(caller)) {
        yield* requireRight(workspace.role, "manage")
      }
      yield* keepAdmin(members, member.account_id)
      yield* store.removeMember(id, member.account_id)
      yield* record(caller, {
        workspace_id: id,
        action: "member.remove",
        subject_type: "account",
        subject_id: member.account_id
      })
      return member
    }))

  return { putMember, removeMember }
}

const issuingKeys = (services: Services): Pick<Service, "createKey" | "keys" | "revokeKey"> => {
  const { secrets, store, unit } = services
  const { found, locked, record } = access(services)
  const { memberOf } = membershipChecks(services)

  const createKey: Service["createKey"] = (caller, id, request) =>
    Effect.gen(function*() {
      const name = nameOf(request.name)
      const days = request.expires_in_days ?? workspaceKeyDaysDefault
      const isForOther = request.account !== undefined && caller.kind === "account"
      yield* refuseAll([
        judgeText("name", name, { min: 1, max: workspaceNameMax, isLine: true }),
        judgeDays(days),
        isForOther ? adminOnly("account") : undefined
      ])
      const minted = yield* secrets.mint("rk_")
      return yield* unit.transact(Effect.gen(function*() {
        yield* locked(caller, id, "read")
        const account_id = caller.kind === "account"
          ? caller.id
          : request.account === undefined
          ? yield* refuse("INVALID_REQUEST", "account must name the member that the key belongs to.", {
            field: "account"
          })
          : (yield* memberOf(id, request.account)).member.account_id
        const live = (yield* store.keys(id, account_id)).filter((key) => key.live)
        if (live.length >= keysPerMemberMax) {
          return yield* workspaceLimit(`A member has at most ${keysPerMemberMax} live keys.`, keysPerMemberMax)
        }
        const key = yield* store.insertKey({ workspace_id: id, account_id, name, days, minted })
        yield* record(caller, {
          workspace_id: id,
          action: "key.create",
          subject_type: "key",
          subject_id: key.id,
          detail: { name, last4: key.last4, account_id }
        })
        return { key, secret: minted.secret }
      }))
    })

  const revokeKey: Service["revokeKey"] = (caller, id, keyId) =>
    unit.transact(Effect.gen(function*() {
      const workspace = yield* locked(caller, id, "read")
      const key = yield* foundOr(
        store.revokeKey(id, keyId, keysFor(caller, workspace)),
        refuse("WORKSPACE_KEY_NOT_FOUND", "There is no such live key.")
      )
      yield* record(caller, {
        workspace_id: id,
        action: "key.revoke",
        subject_type: "key",
        subject_id: key.id,
        detail: { name: key.name, last4: key.last4, account_id: key.account_id }
      })
      return key
    }))

  const keys: Service["keys"] = (caller, id) =>
    Effect.flatMap(found(caller, id, "read"), (workspace) => store.keys(id, keysFor(caller, workspace)))

  return { createKey, keys, revokeKey }
}
