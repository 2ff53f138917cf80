import { type AccountFilter, Accounts, AdminKeys } from "@auspex/domain/accounts"
import { AuditLog } from "@auspex/domain/kernel"
import { PredictionLists } from "@auspex/domain/predictions"
import { Effect } from "effect"
import { AccountAdministrationApi } from "./AccountAdministrationApi.ts"
import { AuthApi, MeApi } from "./AccountsApi.ts"
import { listAnswer } from "../../wire/listOf.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { answerList, answerOne, answerWhole } from "../../engine/namedAnswer.ts"

/** Registration and authentication. */
export const authHandlers = handlersFor(AuthApi, {
  register: ({ payload }) => Effect.flatMap(Accounts, (accounts) => accounts.register(payload)),
  signup: ({ payload }) => Effect.flatMap(Accounts, (accounts) => accounts.signup(payload)),
  login: ({ payload }) => Effect.flatMap(Accounts, (accounts) => accounts.login(payload)),
  logout: ({ actor }) =>
    Effect.flatMap(Accounts, (accounts) => Effect.as(accounts.logout(actor), { message: "You are logged out." })),
  verifyEmail: ({ payload }) => Effect.flatMap(Accounts, (accounts) => accounts.verifyEmail(payload.token)),
  resendVerification: ({ actor, payload }) =>
    Effect.flatMap(
      Accounts,
      (accounts) => accounts.resendVerification(actor.kind === "account" ? actor : { email: payload.email })
    ),
  forgotPassword: ({ payload }) => Effect.flatMap(Accounts, (accounts) => accounts.forgotPassword(payload.email)),
  resetPassword: ({ payload }) => Effect.flatMap(Accounts, (accounts) => accounts.resetPassword(payload))
})

/** The caller's own account. */
export const meHandlers = handlersFor(MeApi, {
  me: ({ actor }) => answerOne(Accounts, "user", (accounts) => accounts.me(actor)),
  update: ({ actor, payload }) => answerOne(Accounts, "user", (accounts) => accounts.updateMe(actor, payload)),
  link: ({ actor, payload }) =>
    Effect.flatMap(Accounts, (accounts) => accounts.link(actor, payload.api_key ?? payload.agent_api_key)),
  agents: ({ actor, query }) => answerList(Accounts, "agents", (accounts) => accounts.myAgents(actor, query)),
  predictions: ({ actor, query }) => answerList(PredictionLists, "predictions", (lists) => lists.mine(actor, query)),
  transactions: ({ actor, query }) =>
    answerList(Accounts, "transactions", (accounts) => accounts.transactions(actor, query)),
  rotateKey: ({ actor }) => Effect.flatMap(Accounts, (accounts) => accounts.rotateKey(actor))
})

/** Administration of accounts and admin keys. */
export const accountAdministrationHandlers = handlersFor(AccountAdministrationApi, {
  list: ({ query: { q, suspended, type, ...page } }) => {
    const filter: AccountFilter = {
      ...(type === undefined ? {} : { type }),
      ...(q === undefined ? {} : { q }),
      ...(suspended === undefined ? {} : { suspended })
    }
    return Effect.flatMap(
      Accounts,
      ({ admin }) => Effect.map(admin.list(filter, page), (accounts) => listAnswer("accounts", accounts))
    )
  },
  show: ({ path }) =>
    Effect.flatMap(Accounts, ({ admin }) => Effect.map(admin.show(path.id), (account) => ({ account }))),
  verifyEmailOf: ({ actor, path }) =>
    Effect.flatMap(
      Accounts,
      ({ admin }) => Effect.map(admin.verifyEmailOf(actor, path.id), (account) => ({ account }))
    ),
  suspend: ({ actor, path, payload }) =>
    Effect.flatMap(
      Accounts,
      ({ admin }) => Effect.map(admin.suspend(actor, path.id, payload.reason), (account) => ({ account }))
    ),
  restore: ({ actor, path }) =>
    Effect.flatMap(Accounts, ({ admin }) => Effect.map(admin.restore(actor, path.id), (account) => ({ account }))),
  audit: ({ query: { action, actor, from, to, ...page } }) =>
    answerList(AuditLog, "entries", (log) => log.list({ action, actor, from, to }, page)),
  keys: () => answerWhole(AdminKeys, "keys", (keys) => keys.list),
  makeKey: ({ actor, payload }) => Effect.flatMap(AdminKeys, (keys) => keys.make(actor, payload.name)),
  revokeKey: ({ actor, path }) => answerOne(AdminKeys, "key", (keys) => keys.revoke(actor, path.id))
})
