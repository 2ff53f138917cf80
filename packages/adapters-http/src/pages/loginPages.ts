import { Accounts } from "@auspex/domain/accounts"
import { PublicBaseUrl } from "@auspex/domain/identity"
import { Effect } from "effect"
import { perMinute } from "../contract/AccountsApi.ts"
import { bodyBytesMax } from "../contract/bodyBytesMax.ts"
import { statusOf } from "../contract/ErrorCatalogue.ts"
import { formOf } from "../engine/FormBody.ts"
import type { PlainRoute } from "../engine/Route.ts"
import { endedSessionCookie, requireOwnPage, sessionCookie } from "../engine/Session.ts"
import { loginForm, loginPath } from "../render/AccountPage.ts"
import { smallPage } from "../render/PageFrame.ts"
import { homePage, localPath } from "./localPath.ts"
import { namesItsOrigin, pageAnswer, pageType, redirect, refusedPage } from "./pageAnswer.ts"
import { postedForm } from "./sessionPage.ts"

const loginPage = (status: number, ...form: Parameters<typeof loginForm>) =>
  pageAnswer(status, smallPage("Sign in", loginForm(...form)), namesItsOrigin)

const login: ReadonlyArray<PlainRoute<Accounts | PublicBaseUrl>> = [
  {
    method: "GET",
    path: loginPath,
    policy: { access: "none", produces: [pageType] },
    handler: ({ query }) => {
      const { next } = (query ?? {}) as Readonly<Record<string, unknown>>
      return Effect.succeed(loginPage(200, localPath(typeof next === "string" ? next : undefined)))
    }
  },
  {
    method: "POST",
    path: loginPath,
    bodyKind: "raw",
    policy: {
      access: "none",
      bodyBytesMax: bodyBytesMax.auth,
      // The log-in of the API and this one have one limit.
      exactRate: perMinute("login", 10),
      produces: [pageType]
    },
    refusalPage: (refusal) => refusedPage(refusal, loginPath),
    handler: ({ headers, raw }) =>
      Effect.gen(function*() {
        const { publicUrl } = yield* PublicBaseUrl
        // Otherwise another site could sign its visitors in as somebody else.
        yield* requireOwnPage(headers, publicUrl)
        const form = yield* formOf(raw.bodyBytes ?? new Uint8Array(0))
        const next = localPath(form.get("next"))
        const email = form.get("email") ?? ""
        return yield* Effect.flatMap(
          Accounts,
          (accounts) => accounts.login({ email, password: form.get("password") ?? "" })
        ).pipe(
          Effect.map(({ token }) => redirect(next, { "Set-Cookie": sessionCookie(publicUrl, token) })),
          Effect.catchTag("Refusal", ({ code, failures }) =>
            Effect.succeed(loginPage(statusOf(code), next, {
              email,
              messages: failures.map(({ message }) => message)
            })))
        )
      })
  }
]

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

/** Begins and ends sessions of browsers. */
export const loginPageRoutes: ReadonlyArray<PlainRoute<Accounts | PublicBaseUrl>> = [...login, ...logout]
