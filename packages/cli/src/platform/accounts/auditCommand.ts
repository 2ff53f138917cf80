import type { AuditRecord } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { withConnection } from "../../kit/connection/connect.ts"
import { type PageFlags, printList } from "../../kit/connection/pages.ts"
import { instantFlag } from "../../kit/invocation/instantFlag.ts"
import type { CommandHandler, Invocation, TargetFlags } from "../../kit/invocation/Invocation.ts"
import type { Column } from "../../kit/output/table.ts"

interface AuditFlags extends TargetFlags, PageFlags {
  readonly actor?: string
  readonly action?: string
  readonly from?: string
  readonly to?: string
}

const columns: ReadonlyArray<Column<AuditRecord>> = [
  { header: "AT", value: (row) => row.at },
  { header: "ACTOR", value: (row) => row.actor, shrinks: true },
  { header: "ACTION", value: (row) => row.action },
  { header: "SUBJECT", value: (row) => `${row.subject_type} ${row.subject_id}` },
  { header: "NOTE", value: (row) => row.note ?? undefined, shrinks: true }
]

/** `auspex audit`. */
export const listAudit = ((call: Invocation<AuditFlags>) =>
  withConnection(call, ({ api }) =>
    Effect.gen(function*() {
      const { action, actor } = call.flags
      const from = yield* instantFlag("--from", call.flags.from)
      const to = yield* instantFlag("--to", call.flags.to)
      const filter = {
        ...(action !== undefined && { action }),
        ...(actor !== undefined && { actor }),
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to })
      }
      yield* printList(
        call,
        "entries",
        columns,
        (page) => api.accountAdministration.audit({ urlParams: { ...filter, ...page } })
      )
    }))) satisfies CommandHandler
