import { Accounts, Authenticator } from "@auspex/domain/accounts"
import { type Refusal, refuse, type StorageUnavailable } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { perMinute } from "../contract/AccountsApi.ts"
import { statusOf } from "../contract/ErrorCatalogue.ts"
import { bodyBytesMax } from "../contract/bodyBytesMax.ts"
import {
  accountPage,
  accountPageStyles,
  docsLink,
  linkForm,
  paragraph,
  refusalText,
  resetPasswordForm,
  verifyEmailForm
} from "../render/AccountPage.ts"
import { replyRaw } from "../engine/Reply.ts"
import type { PlainRoute } from "../engine/Route.ts"

const contentType = "text/html; charset=utf-8"

// Forms post back to this server and load its one stylesheet; nothing else, from nowhere else.
const policy = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const answer = (status: number, title: string, body: string) =>
  replyRaw({ contentType, content: accountPage(title, body) }, {
    status,
    headers: { "Content-Security-Policy": policy, "Cache-Control": "no-store" }
  })

const broken = answer(400, "This link is not whole", paragraph("Open it from the mail once more, or copy all of it."))

type Shown = ReturnType<typeof answer>

/** A refusal is shown as a page with its sentence, its status, and the way back. */
const orSentence = <R>(work: Effect.Effect<Shown, Refusal | StorageUnavailable, R>, again: string) =>
  Effect.catchTag(work, "Refusal", ({ code, failures }) =>
    Effect.succeed(
      answer(statusOf(code), "This did not work", refusalText(failures.map(({ message }) => message), again))
    ))

interface PageOptions<R> {
  readonly path: string
  readonly show: (query: Readonly<Record<string, unknown>>) => Shown
  readonly submit: (form: URLSearchParams) => Effect.Effect<Shown, Refusal | StorageUnavailable, R>
  readonly attemptsPerMinute: ReturnType<typeof perMinute>
}

/**
 * A page with one form that works without JavaScript. Reading it changes nothing, so that a scanner that follows the
 * links of mails uses no token up; its button posts the form.
 */
const formPage = <R>({ attemptsPerMinute, path, show, submit }: PageOptions<R>): ReadonlyArray<PlainRoute<R>> => [
  {
    method: "GET",
    path,
    policy: { access: "none", produces: [contentType] },
    handler: ({ query }) => Effect.succeed(show(query as Readonly<Record<string, unknown>>))
  },
  {
    method: "POST",
    path,
    bodyKind: "raw",
    policy: {
      access: "none",
      bodyBytesMax: bodyBytesMax.auth,
      exactRate: attemptsPerMinute,
      produces: [contentType]
    },
    handler: ({ raw }) => {
      const form = new URLSearchParams(Buffer.from(raw.bodyBytes ?? []).toString("utf8"))
      const token = form.get("token")
      return orSentence(submit(form), token === null ? path : `${path}?token=${encodeURIComponent(token)}`)
    }
  }
]

const verifyEmail = formPage<Accounts>({
  path: "/verify-email",
  attemptsPerMinute: perMinute("verify-email-page", 10),
  show: ({ token }) =>
    typeof token === "string" && token !== ""
      ? answer(200, "Verify your e-mail address", verifyEmailForm(token))
      : broken,
  submit: (form) =>
    Effect.flatMap(Accounts, (accounts) => accounts.verifyEmail(form.get("token") ?? "")).pipe(
      Effect.as(answer(200, "Your e-mail address is verified", paragraph("You can close this page.")))
    )
})

const resetPassword = formPage<Accounts>({
  path: "/reset-password",
  attemptsPerMinute: perMinute("reset-password", 5),
  show: ({ token }) =>
    typeof token === "string" && token !== ""
      ? answer(200, "Choose a new password", resetPasswordForm(token))
      : broken,
  submit: (form) =>
    Effect.flatMap(
      Accounts,
      (accounts) => accounts.resetPassword({ token: form.get("token") ?? "", password: form.get("password") ?? "" })
    ).pipe(
      Effect.as(
        answer(200, "Your password is changed", paragraph("All sessions have ended. Log in with the new password."))
      )
    )
})

const link = formPage<Accounts | Authenticator>({
  path: "/link",
  attemptsPerMinute: perMinute("login", 10),
  show: () => answer(200, "Link an agent to your account", linkForm),
  submit: (form) =>
    Effect.gen(function*() {
      const accounts = yield* Accounts
      const authenticator = yield* Authenticator
      const credentials = { email: form.get("email") ?? "", password: form.get("password") ?? "" }
      const { token } = yield* accounts.login(credentials)
      const owner = yield* authenticator.byToken(token)
      if (owner === undefined) return yield* refuse("INVALID_TOKEN", "The login has ended already; try again.")
      const linked = yield* Effect.ensuring(
        accounts.link(owner, form.get("api_key") ?? undefined),
        // The page needs the session for this one act; one that cannot be ended now ends by itself.
        Effect.catchAllCause(accounts.logout(owner), (cause) => Effect.logWarning("A page's session stays", cause))
      )
      return answer(200, "The agent is linked", paragraph(`${linked.agent.name} may predict now.`))
    })
})

/** The pages that mails and answers of accounts point to. */
export const accountPageRoutes: ReadonlyArray<PlainRoute<Accounts | Authenticator>> = [
  // Whoever opens the address that the server prints finds what there is to see.
  {
    method: "GET",
    path: "/",
    policy: { access: "none", produces: [contentType] },
    handler: () =>
      Effect.succeed(
        replyRaw({ contentType, content: accountPage("Documentation", docsLink) }, {
          status: 302,
          headers: { Location: "/docs" }
        })
      )
  },
  ...verifyEmail,
  ...resetPassword,
  ...link,
  {
    method: "GET",
    path: "/account-pages.css",
    policy: { access: "none", produces: ["text/css; charset=utf-8"] },
    handler: () => Effect.succeed(replyRaw({ contentType: "text/css; charset=utf-8", content: accountPageStyles }))
  }
]
