import { Accounts } from "@auspex/domain/accounts"
import type { Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { perMinute } from "./AccountsApi.ts"
import { statusOf } from "../../wire/ErrorCatalogue.ts"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import {
  addressVerified,
  docsLink,
  passwordChanged,
  refusalText,
  resetPasswordForm,
  verifyEmailForm
} from "../../kit/AccountPage.ts"
import { paragraph } from "../../kit/Html.ts"
import { pageStylesPath, smallPage } from "../../kit/PageFrame.ts"
import { pageStyles } from "../../kit/pageStyles.ts"
import { replyRaw } from "../../engine/Reply.ts"
import type { PlainRoute } from "../../engine/Route.ts"
import { type Page, pageAnswer, pageType } from "../../pages/pageAnswer.ts"

const answer = (status: number, title: string, body: string) => pageAnswer(status, smallPage(title, body))

const incompleteLink = answer(
  400,
  "This link is incomplete",
  paragraph("Open it from the mail once more, or copy all of it.")
)

/** Shows a refusal as a page with its status, its messages, and a link back to the form. */
const orRefusalPage = <R>(work: Effect.Effect<Page, Refusal | StorageUnavailable, R>, again: string) =>
  Effect.catchTag(work, "Refusal", ({ code, failures }) =>
    Effect.succeed(
      answer(statusOf(code), "This did not work", refusalText(failures.map(({ message }) => message), again))
    ))

interface PageOptions<R> {
  readonly path: string
  readonly show: (
    query: Readonly<Record<string, unknown>>
  ) => Effect.Effect<Page, Refusal | StorageUnavailable, R>
  readonly submit: (form: URLSearchParams) => Effect.Effect<Page, Refusal | StorageUnavailable, R>
  readonly attemptsPerMinute: ReturnType<typeof perMinute>
}

/**
 * A page with one form that works without JavaScript. GET changes nothing, so that mail scanners that follow links do
 * not use up tokens; the button posts the form.
 */
const formPage = <R>({ attemptsPerMinute, path, show, submit }: PageOptions<R>): ReadonlyArray<PlainRoute<R>> => [
  {
    method: "GET",
    path,
    policy: { access: "none", produces: [pageType] },
    handler: ({ query }) => show(query as Readonly<Record<string, unknown>>)
  },
  {
    method: "POST",
    path,
    bodyKind: "raw",
    policy: {
      access: "none",
      bodyBytesMax: bodyBytesMax.auth,
      exactRate: attemptsPerMinute,
      produces: [pageType]
    },
    handler: ({ raw }) => {
      const form = new URLSearchParams(Buffer.from(raw.bodyBytes ?? []).toString("utf8"))
      const token = form.get("token")
      return orRefusalPage(submit(form), token === null ? path : `${path}?token=${encodeURIComponent(token)}`)
    }
  }
]

const verified = answer(200, "Your e-mail address is verified", addressVerified)

/** For whoever opens or sends the link once more: nothing is wrong, and nothing is left to do. */
const verifiedAlready = answer(200, "Your e-mail address is verified already", addressVerified)

const verifyEmail = formPage<Accounts>({
  path: "/verify-email",
  attemptsPerMinute: perMinute("verify-email-page", 10),
  show: ({ token }) =>
    typeof token === "string" && token !== ""
      ? Effect.map(
        Effect.flatMap(Accounts, (accounts) => accounts.isVerifiedBy(token)),
        (isVerified) => isVerified ? verifiedAlready : answer(200, "Verify your e-mail address", verifyEmailForm(token))
      )
      : Effect.succeed(incompleteLink),
  submit: (form) =>
    Effect.gen(function*() {
      const accounts = yield* Accounts
      const token = form.get("token") ?? ""
      return yield* Effect.as(accounts.verifyEmail(token), verified).pipe(
        // A second click sends the form again, perhaps at the same time.
        Effect.catchTag("Refusal", (refusal) =>
          Effect.flatMap(accounts.isVerifiedBy(token), (isVerified) =>
            isVerified ? Effect.succeed(verifiedAlready) : Effect.fail(refusal)))
      )
    })
})

const resetPassword = formPage<Accounts>({
  path: "/reset-password",
  attemptsPerMinute: perMinute("reset-password", 5),
  show: ({ token }) =>
    Effect.succeed(
      typeof token === "string" && token !== ""
        ? answer(200, "Choose a new password", resetPasswordForm(token))
        : incompleteLink
    ),
  submit: (form) =>
    Effect.flatMap(
      Accounts,
      (accounts) => accounts.resetPassword({ token: form.get("token") ?? "", password: form.get("password") ?? "" })
    ).pipe(
      Effect.as(answer(200, "Your password is changed", passwordChanged))
    )
})

/** The pages that mails and the answers of account operations link to. */
export const accountPageRoutes: ReadonlyArray<PlainRoute<Accounts>> = [
  // The server prints its base address at startup; opening it leads to the documentation.
  {
    method: "GET",
    path: "/",
    policy: { access: "none", produces: [pageType] },
    handler: () =>
      Effect.succeed(
        replyRaw({ contentType: pageType, content: smallPage("Documentation", docsLink) }, {
          status: 302,
          headers: { Location: "/docs" }
        })
      )
  },
  ...verifyEmail,
  ...resetPassword,
  {
    method: "GET",
    path: pageStylesPath,
    policy: { access: "none", produces: ["text/css; charset=utf-8"] },
    handler: () => Effect.succeed(replyRaw({ contentType: "text/css; charset=utf-8", content: pageStyles }))
  }
]
