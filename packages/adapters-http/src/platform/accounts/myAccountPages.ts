import { Accounts } from "@auspex/domain/accounts"
import { Watchlists } from "@auspex/domain/questions"
import { Notifications } from "@auspex/domain/social"
import { Effect } from "effect"
import { perMinute } from "./AccountsApi.ts"
import { accountPath } from "../../kit/AccountFrame.tsx"
import { passwordPath } from "./PasswordPart.tsx"
import type { RefusedForm } from "../../kit/RefusedForm.ts"
import { givenOf } from "../../pages/formFields.ts"
import {
  type PageRequest,
  postedForm,
  redirectWithNotice,
  sessionPage,
  shownPage,
  withFormErrors
} from "../../pages/sessionPage.ts"
import { pageTime } from "../../pages/pageTime.ts"
import { myAccountPage, newAgentPath, readPath, resendPath } from "./MyAccountPage.tsx"

const newsShown = { limit: 10, offset: 0 } as const
const listed = { limit: 100, offset: 0 } as const

const show = ({ actor, notice, query, reader }: PageRequest, refused?: RefusedForm) =>
  Effect.gen(function*() {
    const accounts = yield* Accounts
    const [me, agents, notifications, watched, now] = yield* Effect.all([
      accounts.me(actor),
      accounts.myAgents(actor, listed),
      Effect.flatMap(Notifications, (all) => all.list(actor.id, false, newsShown)),
      Effect.flatMap(Watchlists, (lists) => lists.list(actor, newsShown)),
      pageTime
    ], { concurrency: "unbounded" })
    return sessionPage(
      myAccountPage({ me, agents, notifications, watched, reader, notice, refused, now, done: query["done"] }),
      refused
    )
  })

const createAgent = postedForm({
  path: newAgentPath,
  page: () => accountPath,
  policy: { exactRate: perMinute("account-agent", 5) },
  submit: (request) =>
    withFormErrors(
      Effect.gen(function*() {
        const accounts = yield* Accounts
        const registered = yield* accounts.register({
          name: givenOf(request.form, "name") ?? "",
          model: givenOf(request.form, "model") ?? ""
        })
        const { agent } = yield* accounts.link(request.actor, registered.api_key)
        return redirectWithNotice(request, accountPath, {
          text: `${agent.name} is created and linked to your account. It may predict now.`,
          secrets: [[`The key of ${agent.name}`, registered.api_key]]
        })
      }),
      { id: "agent", form: request.form, show: (refused) => show(request, refused) }
    )
})

const resend = postedForm({
  path: resendPath,
  page: () => accountPath,
  policy: { exactRate: perMinute("account-resend", 3) },
  submit: (request) =>
    Effect.map(
      Effect.flatMap(Accounts, (accounts) => accounts.resendVerification(request.actor)),
      ({ message }) => redirectWithNotice(request, accountPath, { text: message })
    )
})

const markRead = postedForm({
  path: readPath,
  page: () => accountPath,
  submit: (request) =>
    Effect.map(
      Effect.flatMap(Notifications, (all) => all.markRead(request.actor.id, undefined)),
      () => redirectWithNotice(request, accountPath, { text: "All notifications are marked as read." })
    )
})

const changePassword = postedForm({
  path: passwordPath,
  page: () => accountPath,
  policy: { exactRate: perMinute("account-password", 5), waitsFor: "hash" },
  submit: (request) =>
    withFormErrors(
      Effect.as(
        Effect.flatMap(Accounts, (accounts) =>
          accounts.changePassword(request.actor, {
            current: request.form.get("current") ?? "",
            password: request.form.get("password") ?? ""
          })),
        redirectWithNotice(request, accountPath, { text: "The password is changed. All other sessions have ended." })
      ),
      { id: "password", form: request.form, show: (refused) => show(request, refused) }
    )
})

/** The pages of the reader's account. */
export const myAccountPageRoutes = [
  ...shownPage(accountPath, (request) => show(request)),
  ...createAgent,
  ...changePassword,
  ...resend,
  ...markRead
]
