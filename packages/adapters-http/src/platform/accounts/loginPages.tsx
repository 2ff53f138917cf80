import { Accounts } from "@auspex/domain/accounts"
import { PublicBaseUrl } from "@auspex/domain/identity"
import { Effect } from "effect"
import type { ComponentProps } from "preact"
import { perMinute } from "./AccountsApi.ts"
import { statusOf } from "../../wire/ErrorCatalogue.ts"
import type { PlainRoute } from "../../engine/Route.ts"
import { endedSessionCookie, sessionCookie } from "../../engine/Session.ts"
import { LoginForm, loginPath } from "../../kit/AccountPage.tsx"
import { logoutEverywherePath } from "./PasswordPart.tsx"
import { smallPage } from "../../kit/PageFrame.tsx"
import { homePage, localPath } from "../../pages/localPath.ts"
import { visitorForm } from "../../pages/openForm.ts"
import { pageAnswer, redirect } from "../../pages/pageAnswer.tsx"
import { postedForm } from "../../pages/sessionPage.ts"

const loginPage = (status: number, form: ComponentProps<typeof LoginForm>) =>
  pageAnswer(status, smallPage("Sign in", <LoginForm {...form} />))

const login = visitorForm<Accounts | PublicBaseUrl>({
  path: loginPath,
  page: ({ next }) => loginPage(200, { next: localPath(next) }),
  onward: ({ next }) => localPath(next),
  policy: { exactRate: perMinute("login", 10) },
  submit: (form) =>
    Effect.gen(function*() {
      const { publicUrl } = yield* PublicBaseUrl
      const next = localPath(form.get("next"))
      const email = form.get("email") ?? ""
      return yield* Effect.flatMap(
        Accounts,
        (accounts) => accounts.login({ email, password: form.get("password") ?? "" })
      ).pipe(
        Effect.map(({ token }) => redirect(next, { "Set-Cookie": sessionCookie(publicUrl, token) })),
        Effect.catchTag("Refusal", ({ code, failures }) =>
          Effect.succeed(
            loginPage(statusOf(code), { next, refused: { email, messages: failures.map(({ message }) => message) } })
          ))
      )
    })
})

const logout = postedForm<Accounts | PublicBaseUrl>({
  path: "/logout",
  page: () => homePage,
  submit: ({ actor }) =>
    Effect.gen(function*() {
      const { publicUrl } = yield* PublicBaseUrl
      yield* Effect.flatMap(Accounts, (accounts) => accounts.logout(actor))
      return redirect(loginPath, { "Set-Cookie": endedSessionCookie(publicUrl) })
    })
})

const logoutEverywhere = postedForm<Accounts | PublicBaseUrl>({
  path: logoutEverywherePath,
  page: () => homePage,
  submit: ({ actor }) =>
    Effect.gen(function*() {
      const { publicUrl } = yield* PublicBaseUrl
      yield* Effect.flatMap(Accounts, (accounts) => accounts.logoutEverywhere(actor))
      return redirect(loginPath, { "Set-Cookie": endedSessionCookie(publicUrl) })
    })
})

/** Begins and ends sessions of browsers. */
export const loginPageRoutes: ReadonlyArray<PlainRoute<Accounts | PublicBaseUrl>> = [
  ...login,
  ...logout,
  ...logoutEverywhere
]
