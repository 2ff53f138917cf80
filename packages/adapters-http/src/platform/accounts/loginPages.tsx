import { Accounts } from "@auspex/domain/accounts"
import { PublicBaseUrl } from "@auspex/domain/identity"
import { Effect } from "effect"
import type { ComponentProps } from "preact"
import { perMinute } from "./AccountsApi.ts"
import { statusOf } from "../../wire/ErrorCatalogue.ts"
import type { PlainRoute } from "../../engine/Route.ts"
import { endedSessionCookie, sessionCookie } from "../../engine/Session.ts"
import { LoginForm, loginPath, SignInByLinkForm } from "../../kit/AccountPage.tsx"
import { logoutEverywherePath } from "./PasswordPart.tsx"
import { smallPage } from "../../kit/PageFrame.tsx"
import { homePage, localPath } from "../../pages/localPath.ts"
import { openForm, visitorForm } from "../../pages/openForm.ts"
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

/** The address of a link that signs in once. */
const signInPath = "/sign-in"

/** The link signs nobody in by being opened, so that programs that follow links do not use it up. */
const signInByLink = openForm<Accounts | PublicBaseUrl>({
  path: signInPath,
  policy: { exactRate: perMinute("sign-in-link", 10) },
  again: () => loginPath,
  show: ({ token }) =>
    Effect.succeed(
      typeof token === "string" && token !== ""
        ? pageAnswer(200, smallPage("Sign in by this link", <SignInByLinkForm action={signInPath} token={token} />))
        : redirect(loginPath)
    ),
  submit: (form) =>
    Effect.gen(function*() {
      const { publicUrl } = yield* PublicBaseUrl
      const session = yield* Effect.flatMap(Accounts, (accounts) => accounts.signInByLink(form.get("token") ?? ""))
      return redirect(homePage, { "Set-Cookie": sessionCookie(publicUrl, session) })
    })
})

/** Begins and ends sessions of browsers. */
export const loginPageRoutes: ReadonlyArray<PlainRoute<Accounts | PublicBaseUrl>> = [
  ...login,
  ...signInByLink,
  ...logout,
  ...logoutEverywhere
]
