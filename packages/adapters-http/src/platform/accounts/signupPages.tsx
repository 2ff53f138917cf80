import { Accounts } from "@auspex/domain/accounts"
import { PublicBaseUrl } from "@auspex/domain/identity"
import { Effect } from "effect"
import { perMinute } from "./AccountsApi.ts"
import type { PlainRoute } from "../../engine/Route.ts"
import { sessionCookie } from "../../engine/Session.ts"
import { ForgotPasswordForm, forgotPasswordPath, SignupForm, signupPath } from "../../kit/AccountPage.tsx"
import { smallPage } from "../../kit/PageFrame.tsx"
import type { RefusedForm } from "../../kit/RefusedForm.ts"
import { givenOf } from "../../pages/formFields.ts"
import { homePage, localPath } from "../../pages/localPath.ts"
import { openForm, visitorForm } from "../../pages/openForm.ts"
import { type Page, redirect } from "../../pages/pageAnswer.tsx"
import { redirectDone, sessionPage, withFormErrors } from "../../pages/sessionPage.ts"

/** A sign-up's next page, and the referral code of another account. */
interface Invitation {
  readonly next: string
  readonly referral: string | undefined
}

const signupPage = (invitation: Invitation, refused?: RefusedForm): Page =>
  sessionPage(smallPage("Create an account", <SignupForm {...invitation} />, { refused }), refused)

const forgotPasswordPage = (refused?: RefusedForm): Page =>
  sessionPage(smallPage("Forgotten password", <ForgotPasswordForm />, { refused }), refused)

const linkMailed = sessionPage(
  smallPage(
    "Check your mail",
    <p>If the address has an account, a link was mailed to it. It sets a new password within ten minutes.</p>
  )
)

const signup = visitorForm({
  path: signupPath,
  page: ({ next, ref }) =>
    signupPage({ next: localPath(next), referral: typeof ref === "string" && ref !== "" ? ref : undefined }),
  onward: ({ next }) => localPath(next),
  policy: { exactRate: perMinute("signup", 5), waitsFor: "hash" },
  submit: (form) => {
    const next = localPath(form.get("next"))
    const referral = givenOf(form, "referral_code")
    const person = {
      name: form.get("name") ?? "",
      email: form.get("email") ?? "",
      password: form.get("password") ?? "",
      ...(referral === undefined ? {} : { referral_code: referral })
    }
    return withFormErrors(
      Effect.gen(function*() {
        const { publicUrl } = yield* PublicBaseUrl
        const { token } = yield* Effect.flatMap(Accounts, (accounts) => accounts.signup(person))
        return redirect(next === homePage ? `${homePage}?done=signed-up` : next, {
          "Set-Cookie": sessionCookie(publicUrl, token)
        })
      }),
      { id: "signup", form, show: (refused) => Effect.succeed(signupPage({ next, referral }, refused)) }
    )
  }
})

const forgotPassword = openForm({
  path: forgotPasswordPath,
  show: ({ done }) => Effect.succeed(done === "mailed" ? linkMailed : forgotPasswordPage()),
  policy: { exactRate: perMinute("forgot-password", 3) },
  submit: (form) =>
    withFormErrors(
      Effect.as(
        Effect.flatMap(Accounts, (accounts) => accounts.forgotPassword(form.get("email") ?? "")),
        redirectDone(forgotPasswordPath, "mailed")
      ),
      { id: "forgot", form, show: (refused) => Effect.succeed(forgotPasswordPage(refused)) }
    )
})

/** Makes accounts, and mails the links that set a new password. */
export const signupPageRoutes: ReadonlyArray<PlainRoute<Accounts | PublicBaseUrl>> = [...signup, ...forgotPassword]
