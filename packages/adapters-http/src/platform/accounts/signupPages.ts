import { Accounts } from "@auspex/domain/accounts"
import { PublicBaseUrl } from "@auspex/domain/identity"
import { Effect } from "effect"
import { perMinute } from "./AccountsApi.ts"
import type { PlainRoute } from "../../engine/Route.ts"
import { sessionCookie } from "../../engine/Session.ts"
import { forgotPasswordForm, forgotPasswordPath, signupForm, signupPath } from "../../kit/AccountPage.ts"
import { paragraph } from "../../kit/Html.ts"
import { smallPage } from "../../kit/PageFrame.ts"
import type { RefusedForm } from "../../kit/PageForm.ts"
import { homePage, localPath } from "../../pages/localPath.ts"
import { openForm } from "../../pages/openForm.ts"
import { type Page, pageAnswer, redirect } from "../../pages/pageAnswer.ts"
import { orShownAgain, sessionPage } from "../../pages/sessionPage.ts"

const signupPage = (next: string, refused?: RefusedForm): Page =>
  sessionPage(smallPage("Create an account", signupForm(next, refused)), refused)

const forgotPasswordPage = (refused?: RefusedForm): Page =>
  sessionPage(smallPage("Forgotten password", forgotPasswordForm(refused)), refused)

const linkMailed = pageAnswer(
  200,
  smallPage(
    "Check your mail",
    paragraph("If the address has an account, a link was mailed to it. It sets a new password within ten minutes.")
  )
)

const signup = openForm({
  path: signupPath,
  show: ({ next }) => signupPage(localPath(typeof next === "string" ? next : undefined)),
  policy: { exactRate: perMinute("signup", 5), waitsFor: "hash" },
  submit: (form) => {
    const next = localPath(form.get("next"))
    const person = {
      name: form.get("name") ?? "",
      email: form.get("email") ?? "",
      password: form.get("password") ?? ""
    }
    return orShownAgain(
      Effect.gen(function*() {
        const { publicUrl } = yield* PublicBaseUrl
        const { token } = yield* Effect.flatMap(Accounts, (accounts) => accounts.signup(person))
        return redirect(next === homePage ? `${homePage}?done=signed-up` : next, {
          "Set-Cookie": sessionCookie(publicUrl, token)
        })
      }),
      { id: "signup", form, show: (refused) => Effect.succeed(signupPage(next, refused)) }
    )
  }
})

const forgotPassword = openForm({
  path: forgotPasswordPath,
  show: () => forgotPasswordPage(),
  policy: { exactRate: perMinute("forgot-password", 3) },
  submit: (form) =>
    orShownAgain(
      Effect.as(
        Effect.flatMap(Accounts, (accounts) => accounts.forgotPassword(form.get("email") ?? "")),
        linkMailed
      ),
      { id: "forgot", form, show: (refused) => Effect.succeed(forgotPasswordPage(refused)) }
    )
})

/** Makes accounts, and mails the links that set a new password. */
export const signupPageRoutes: ReadonlyArray<PlainRoute<Accounts | PublicBaseUrl>> = [...signup, ...forgotPassword]
