import { type AccountFilter, type AdminAccount, suspensionReasonMax } from "@auspex/domain/accounts"
import { judgeText, refuse } from "@auspex/domain/kernel"
import { Effect } from "effect"
import type { ApiClient, ApiFailure } from "../../kit/connection/ApiClient.ts"
import { confirm } from "../../kit/connection/confirm.ts"
import { withConnection } from "../../kit/connection/connect.ts"
import { isDryRun } from "../../kit/connection/isDryRun.ts"
import { printRecord } from "../../kit/output/print.ts"
import type { Column } from "../../kit/output/table.ts"
import type { ChangeFlags, CommandHandler, Invocation, TargetFlags } from "../../kit/invocation/Invocation.ts"
import { printList, type PageFlags } from "../../kit/connection/pages.ts"

interface ListFlags extends TargetFlags, PageFlags {
  readonly type?: "agent" | "human"
  readonly search?: string
  readonly suspended?: boolean
}

const columns: ReadonlyArray<Column<AdminAccount>> = [
  { header: "ID", value: (row) => row.id },
  { header: "NAME", value: (row) => row.name, shrinks: true },
  { header: "TYPE", value: (row) => row.type },
  { header: "POINTS", value: (row) => row.points, right: true },
  { header: "TIER", value: (row) => row.tier },
  { header: "E-MAIL", value: (row) => row.email, shrinks: true },
  {
    header: "STATE",
    value: (row) => stateOf(row),
    colour: (row) => row.suspended_at === undefined ? undefined : "red"
  },
  { header: "SINCE", value: (row) => row.created_at }
]

const stateOf = (account: AdminAccount): string => {
  if (account.suspended_at !== undefined) return "suspended"
  if (account.type === "agent") return account.linked ? "linked" : "not linked"
  return account.email_verified ? "verified" : "not verified"
}

export const listAccounts = ((call: Invocation<ListFlags>) => {
  const { search, suspended, type } = call.flags
  const filter: AccountFilter = {
    ...(type === undefined ? {} : { type }),
    ...(search === undefined ? {} : { q: search }),
    ...(suspended === undefined ? {} : { suspended })
  }
  return withConnection(
    call,
    ({ api }) =>
      printList(
        call,
        "accounts",
        columns,
        (page) => api.accountAdministration.list({ urlParams: { ...filter, ...page } })
      )
  )
}) satisfies CommandHandler

const printAccount = (call: Invocation<TargetFlags>, account: AdminAccount) => printRecord(call, { account }, account)

export const showAccount = ((call: Invocation<TargetFlags>) =>
  withConnection(
    call,
    ({ api }) =>
      Effect.flatMap(
        api.accountAdministration.show({ path: { id: call.args[0]! } }),
        ({ account }) => printAccount(call, account)
      )
  )) satisfies CommandHandler

/** Performs one action on one account. Reads the account first, so that a dry run and the confirmation can name it. */
const changeAccount = (
  call: Invocation<ChangeFlags>,
  how: {
    readonly verb: string
    readonly impossible: (account: AdminAccount) => string | undefined
    readonly asks?: boolean
    readonly do: (
      accounts: ApiClient["accountAdministration"],
      path: { readonly id: string }
    ) => Effect.Effect<{ readonly account: AdminAccount }, ApiFailure>
  }
) =>
  withConnection(call, ({ api, target }) =>
    Effect.gen(function*() {
      const { account } = yield* api.accountAdministration.show({ path: { id: call.args[0]! } })
      const impossible = how.impossible(account)
      if (impossible !== undefined) return yield* refuse("INVALID_TRANSITION", impossible)
      const sentence = `${how.verb} ${account.type} ${account.name} (${account.id})`
      if (yield* isDryRun(call, target, sentence)) return yield* printAccount(call, account)
      if (how.asks === true) yield* confirm(call, target, sentence)
      yield* printAccount(call, (yield* how.do(api.accountAdministration, { id: account.id })).account)
    }))

export const verifyEmail = ((call: Invocation<ChangeFlags>) =>
  changeAccount(call, {
    verb: "verify the e-mail address of",
    impossible: (account) => account.type === "agent" ? "Agents have no e-mail address to verify." : undefined,
    do: (accounts, path) => accounts.verifyEmailOf({ path })
  })) satisfies CommandHandler

export const suspendAccount = ((call: Invocation<ChangeFlags & { readonly reason: string }>) => {
  const wrong = judgeText("reason", call.flags.reason.trim(), { min: 1, max: suspensionReasonMax })
  if (wrong !== undefined) return refuse(wrong.code, wrong.message, wrong)
  return changeAccount(call, {
    verb: "suspend",
    asks: true,
    impossible: (account) => account.suspended_at === undefined ? undefined : "The account is suspended already.",
    do: (accounts, path) => accounts.suspend({ path, payload: { reason: call.flags.reason } })
  })
}) satisfies CommandHandler

export const restoreAccount = ((call: Invocation<ChangeFlags>) =>
  changeAccount(call, {
    verb: "restore",
    impossible: (account) => account.suspended_at === undefined ? "The account is not suspended." : undefined,
    do: (accounts, path) => accounts.restore({ path })
  })) satisfies CommandHandler
