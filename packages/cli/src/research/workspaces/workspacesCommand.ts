import type { Workspace, WorkspaceAuditEntry, WorkspaceKey, WorkspaceMember } from "@auspex/domain/workspaces"
import type { WorkspaceRole, WorkspaceTier } from "@auspex/domain/identity"
import { Effect } from "effect"
import { confirm } from "../../kit/connection/confirm.ts"
import { withConnection } from "../../kit/connection/connect.ts"
import { isDryRun } from "../../kit/connection/isDryRun.ts"
import { WrongUsage } from "../../kit/invocation/CommandFailure.ts"
import type { ChangeFlags, CommandHandler, Invocation, TargetFlags } from "../../kit/invocation/Invocation.ts"
import { printNote, printOnce, printRecord, printRows } from "../../kit/output/print.ts"
import type { Column } from "../../kit/output/table.ts"
import { type PageFlags, printList, wholeNumber } from "../../kit/connection/pages.ts"

const columns: ReadonlyArray<Column<Workspace>> = [
  { header: "ID", value: (row) => row.id },
  { header: "TIER", value: (row) => row.tier },
  { header: "MEMBERS", value: (row) => row.member_count, right: true },
  { header: "CREATED", value: (row) => row.created_at },
  { header: "NAME", value: (row) => row.name, shrinks: true }
]

const memberColumns: ReadonlyArray<Column<WorkspaceMember>> = [
  { header: "ACCOUNT", value: (row) => row.account_id },
  { header: "ROLE", value: (row) => row.role },
  { header: "ADDED", value: (row) => row.added_at },
  { header: "NAME", value: (row) => row.name, shrinks: true }
]

const keyColumns: ReadonlyArray<Column<WorkspaceKey>> = [
  { header: "ID", value: (row) => row.id },
  { header: "NAME", value: (row) => row.name, shrinks: true },
  { header: "ENDS IN", value: (row) => `…${row.last4}` },
  {
    header: "STATE",
    value: (row) => row.live ? "live" : row.revoked_at === undefined ? "expired" : "revoked",
    colour: (row) => row.live ? "green" : "dim"
  },
  { header: "ACCOUNT", value: (row) => row.account_id },
  { header: "EXPIRES", value: (row) => row.expires_at },
  { header: "LAST USED", value: (row) => row.last_used_at }
]

const auditColumns: ReadonlyArray<Column<WorkspaceAuditEntry>> = [
  { header: "AT", value: (row) => row.at },
  { header: "ACTOR", value: (row) => row.actor, shrinks: true },
  { header: "ACTION", value: (row) => row.action },
  { header: "SUBJECT", value: (row) => `${row.subject_type} ${row.subject_id}` }
]

/** `auspex research workspaces list`. */
export const listWorkspaces = ((call: Invocation<TargetFlags & PageFlags>) =>
  withConnection(
    call,
    ({ api }) => printList(call, "workspaces", columns, (urlParams) => api.workspaces.workspaces({ urlParams }))
  )) satisfies CommandHandler

/** `auspex research workspaces create`. */
export const createWorkspace =
  ((call: Invocation<TargetFlags & { readonly owner: string }>) =>
    withConnection(call, ({ api }) =>
      Effect.flatMap(
        api.workspaces.createWorkspace({ payload: { name: call.args[0]!, owner: call.flags.owner } }),
        (workspace) => printRecord(call, { ...workspace }, workspace)
      ))) satisfies CommandHandler

/** `auspex research workspaces show`: a workspace, and its members as a table. */
export const showWorkspace =
  ((call: Invocation<TargetFlags>) =>
    withConnection(call, ({ api }) =>
      Effect.gen(function*() {
        const workspace = yield* api.workspaces.workspace({ path: { workspace_id: call.args[0]! } })
        const { members, ...shown } = workspace
        if (call.flags.output !== "table") return yield* printRecord(call, { ...workspace }, shown)
        yield* printRecord(call, { ...workspace }, shown)
        yield* printRows(call, members, memberColumns, { members })
      }))) satisfies CommandHandler

/** `auspex research workspaces update`. */
export const updateWorkspace =
  ((call: Invocation<TargetFlags & { readonly name?: string; readonly tier?: WorkspaceTier }>) =>
    withConnection(call, ({ api }) =>
      Effect.gen(function*() {
        const { name, tier } = call.flags
        if (name === undefined && tier === undefined) {
          return yield* new WrongUsage({ message: "nothing to change: give --name or --tier" })
        }
        const workspace = yield* api.workspaces.updateWorkspace({
          path: { workspace_id: call.args[0]! },
          payload: { ...(name === undefined ? {} : { name }), ...(tier === undefined ? {} : { tier }) }
        })
        yield* printRecord(call, { ...workspace }, workspace)
      }))) satisfies CommandHandler

const memberOf = (call: Invocation<TargetFlags>) => ({ workspace_id: call.args[0]!, account: call.args[1]! })

/** `auspex research members put`. */
export const putMember =
  ((call: Invocation<TargetFlags & { readonly role: WorkspaceRole }>) =>
    withConnection(call, ({ api }) =>
      Effect.flatMap(
        api.workspaces.putMember({ path: memberOf(call), payload: { role: call.flags.role } }),
        (member) => printRecord(call, { ...member }, member)
      ))) satisfies CommandHandler

/** `auspex research members remove`. */
export const removeMember =
  ((call: Invocation<ChangeFlags>) =>
    withConnection(call, ({ api, target }) =>
      Effect.gen(function*() {
        const path = memberOf(call)
        const sentence = `remove ${path.account} from the workspace ${path.workspace_id} and revoke their keys`
        if (yield* isDryRun(call, target, sentence)) return yield* printRecord(call, path, path)
        yield* confirm(call, target, sentence)
        const member = yield* api.workspaces.removeMember({ path })
        yield* printRecord(call, { ...member }, member)
      }))) satisfies CommandHandler

interface KeyFlags extends TargetFlags {
  readonly account: string
  readonly days?: string
}

/** `auspex research keys create`. */
export const createKey = ((call: Invocation<KeyFlags>) =>
  withConnection(call, ({ api }) =>
    Effect.gen(function*() {
      const { account, days } = call.flags
      const expires_in_days = days === undefined ? undefined : yield* wholeNumber("--days", days, 1, 1_000_000_000)
      const made = yield* api.workspaces.createKey({
        path: { workspace_id: call.args[0]! },
        payload: { name: call.args[1]!, account, ...(expires_in_days === undefined ? {} : { expires_in_days }) }
      })
      yield* printOnce(
        call,
        { ...made },
        { secret: made.secret, ...made.key },
        `The key ${made.key.name} exists, but nobody has seen it: revoke it and create another.`
      )
      yield* printNote(call, "The secret is shown this once. It goes into Authorization: Bearer of the research API.")
    }))) satisfies CommandHandler

/** `auspex research keys list`. */
export const listKeys = ((call: Invocation<TargetFlags>) =>
  withConnection(
    call,
    ({ api }) =>
      Effect.flatMap(
        api.workspaces.keys({ path: { workspace_id: call.args[0]! } }),
        (found) => printRows(call, found.keys, keyColumns, found)
      )
  )) satisfies CommandHandler

/** `auspex research keys revoke`. */
export const revokeKey =
  ((call: Invocation<ChangeFlags>) =>
    withConnection(call, ({ api, target }) =>
      Effect.gen(function*() {
        const path = { workspace_id: call.args[0]!, key_id: call.args[1]! }
        const sentence = `revoke the key ${path.key_id} of the workspace ${path.workspace_id}`
        if (yield* isDryRun(call, target, sentence)) return yield* printRecord(call, path, path)
        yield* confirm(call, target, sentence)
        const key = yield* api.workspaces.revokeKey({ path })
        yield* printRecord(call, { ...key }, key)
      }))) satisfies CommandHandler

/** `auspex research audit`. */
export const showWorkspaceAudit = ((call: Invocation<TargetFlags & PageFlags>) =>
  withConnection(
    call,
    ({ api }) =>
      printList(call, "entries", auditColumns, (urlParams) =>
        api.workspaces.workspaceAudit({ path: { workspace_id: call.args[0]! }, urlParams }))
  )) satisfies CommandHandler
