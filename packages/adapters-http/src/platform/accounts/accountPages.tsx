import { Accounts } from "@auspex/domain/accounts"
import type { PublicBaseUrl } from "@auspex/domain/identity"
import { Effect } from "effect"
import type { VNode } from "preact"
import { perMinute } from "./AccountsApi.ts"
import { AddressVerified, PasswordChanged, ResetPasswordForm, VerifyEmailForm } from "../../kit/AccountPage.tsx"
import { smallPage } from "../../kit/PageFrame.tsx"
import type { PlainRoute } from "../../engine/Route.ts"
import { openForm } from "../../pages/openForm.ts"
import { pageAnswer, redirect } from "../../pages/pageAnswer.tsx"
import { redirectDone } from "../../pages/sessionPage.ts"

const shown = (title: string, body: VNode, status = 200) => Effect.succeed(pageAnswer(status, smallPage(title, body)))

const incompleteLink = shown(
  "This link is incomplete",
  <p>Open it from the mail once more, or copy all of it.</p>,
  400
)

const isToken = (token: unknown): token is string => typeof token === "string" && token !== ""

/** The page of a mailed link. GET changes nothing, so that mail scanners that follow links use up no token. */
const linkOf = (path: string, token: string | null): string =>
  token === null ? path : `${path}?${new URLSearchParams({ token })}`

const verifyPath = "/verify-email"

const verifyEmail = openForm<Accounts | PublicBaseUrl>({
  path: verifyPath,
  policy: { exactRate: perMinute("verify-email-page", 10) },
  again: (form) => linkOf(verifyPath, form.get("token")),
  show: ({ done, token }) =>
    done === "verified"
      ? shown("Your e-mail address is verified", <AddressVerified />)
      : !isToken(token)
      ? incompleteLink
      : Effect.flatMap(
        Effect.flatMap(Accounts, (accounts) => accounts.isVerifiedBy(token)),
        (isVerified) =>
          isVerified
            ? shown("Your e-mail address is verified already", <AddressVerified />)
            : shown("Verify your e-mail address", <VerifyEmailForm token={token} />)
      ),
  submit: (form) =>
    Effect.gen(function*() {
      const accounts = yield* Accounts
      const token = form.get("token") ?? ""
      return yield* Effect.as(accounts.verifyEmail(token), redirectDone(verifyPath, "verified")).pipe(
        // A second click sends the form again, perhaps at the same time. The page of the link then says so.
        Effect.catchTag("Refusal", (refusal) =>
          Effect.flatMap(accounts.isVerifiedBy(token), (isVerified) =>
            isVerified ? Effect.succeed(redirect(linkOf(verifyPath, token))) : Effect.fail(refusal)))
      )
    })
})

const resetPath = "/reset-password"

const resetPassword = openForm<Accounts | PublicBaseUrl>({
  path: resetPath,
  policy: { exactRate: perMinute("reset-password", 5) },
  again: (form) => linkOf(resetPath, form.get("token")),
  show: ({ done, token }) =>
    done === "changed"
      ? shown("Your password is changed", <PasswordChanged />)
      : isToken(token)
      ? shown("Choose a new password", <ResetPasswordForm token={token} />)
      : incompleteLink,
  submit: (form) =>
    Effect.as(
      Effect.flatMap(
        Accounts,
        (accounts) => accounts.resetPassword({ token: form.get("token") ?? "", password: form.get("password") ?? "" })
      ),
      redirectDone(resetPath, "changed")
    )
})

/** The pages that mails and the answers of account operations link to. */
export const accountPageRoutes: ReadonlyArray<PlainRoute<Accounts | PublicBaseUrl>> = [...verifyEmail, ...resetPassword]
