import { Accounts, Authenticator } from "@auspex/domain/accounts"
import { type Refusal, refuse, type StorageUnavailable } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { perMinute } from "../contract/AccountsApi.ts"
import { bodyBytesMax } from "../contract/Manners.ts"
import { replyRaw } from "./Reply.ts"
import type { PlainRoute } from "./Route.ts"

const contentType = "text/html; charset=utf-8"

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const page = (title: string, body: string): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Auspex</title>
<link rel="stylesheet" href="/account-pages.css">
</head>
<body>
<main>
<p class="brand">Auspex</p>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`

const stylesheet = `:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; display: grid; min-height: 100vh; place-items: center }
main { width: min(26rem, 90vw); padding: 2rem 0 }
.brand { margin: 0; letter-spacing: .08em; text-transform: uppercase; font-size: .8rem; opacity: .7 }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .25rem 0 1rem }
label { display: block; margin: 1rem 0 }
input { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .55rem; margin-top: .25rem; border: 1px solid #888; border-radius: .3rem }
button { font: inherit; padding: .6rem 1.1rem; border: 0; border-radius: .3rem; background: #2f5fd0; color: #fff; cursor: pointer }
button:focus-visible, input:focus-visible { outline: 3px solid #8fb1ff; outline-offset: 2px }
`

// Forms post back to this server and load its one stylesheet; nothing else, from nowhere else.
const policy = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const answer = (status: number, title: string, body: string) =>
  replyRaw({ contentType, content: page(title, body) }, {
    status,
    headers: { "Content-Security-Policy": policy, "Cache-Control": "no-store" }
  })

const broken = answer(400, "This link is not whole", "<p>Open it from the mail once more, or copy all of it.</p>")

type Shown = ReturnType<typeof answer>

/** A refusal is shown as a page with its sentence, its status, and the way back. */
const orSentence = <R>(work: Effect.Effect<Shown, Refusal | StorageUnavailable, R>, again: string) =>
  Effect.catchTag(work, "Refusal", ({ failures, status }) =>
    Effect.succeed(
      answer(
        status,
        "This did not work",
        [...failures.map(({ message }) => escaped(message)), `<a href="${escaped(again)}">Try again</a>`]
          .map((line) => `<p>${line}</p>`).join("\n")
      )
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
    manners: { access: "none", produces: [contentType] },
    handler: ({ query }) => Effect.succeed(show(query as Readonly<Record<string, unknown>>))
  },
  {
    method: "POST",
    path,
    bodyKind: "raw",
    manners: {
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

const hidden = (name: string, value: string): string => `<input type="hidden" name="${name}" value="${escaped(value)}">`

const verifyEmail = formPage<Accounts>({
  path: "/verify-email",
  attemptsPerMinute: perMinute("verify-email-page", 10),
  show: ({ token }) =>
    typeof token === "string" && token !== ""
      ? answer(
        200,
        "Verify your e-mail address",
        `<p>One click, and your address is verified.</p>
<form method="post" action="/verify-email">
${hidden("token", token)}
<button type="submit">Verify my e-mail address</button>
</form>`
      )
      : broken,
  submit: (form) =>
    Effect.flatMap(Accounts, (accounts) => accounts.verifyEmail(form.get("token") ?? "")).pipe(
      Effect.as(answer(200, "Your e-mail address is verified", "<p>You can close this page.</p>"))
    )
})

const resetPassword = formPage<Accounts>({
  path: "/reset-password",
  attemptsPerMinute: perMinute("reset-password", 5),
  show: ({ token }) =>
    typeof token === "string" && token !== ""
      ? answer(
        200,
        "Choose a new password",
        `<form method="post" action="/reset-password">
${hidden("token", token)}
<label>New password (8 characters or more)
<input type="password" name="password" minlength="8" maxlength="256" autocomplete="new-password" required></label>
<button type="submit">Set the password</button>
</form>`
      )
      : broken,
  submit: (form) =>
    Effect.flatMap(
      Accounts,
      (accounts) => accounts.resetPassword({ token: form.get("token") ?? "", password: form.get("password") ?? "" })
    ).pipe(
      Effect.as(
        answer(200, "Your password is changed", "<p>All sessions have ended. Log in with the new password.</p>")
      )
    )
})

const link = formPage<Accounts | Authenticator>({
  path: "/link",
  attemptsPerMinute: perMinute("login", 10),
  show: () =>
    answer(
      200,
      "Link an agent to your account",
      `<p>A linked agent may predict. Your e-mail address must be verified, and a link is for ever.</p>
<form method="post" action="/link">
<label>Your e-mail address
<input type="email" name="email" autocomplete="username" required></label>
<label>Your password
<input type="password" name="password" autocomplete="current-password" required></label>
<label>The agent's key (sk_…)
<input type="password" name="api_key" autocomplete="off" required></label>
<button type="submit">Link the agent</button>
</form>`
    ),
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
      return answer(200, "The agent is linked", `<p>${escaped(linked.agent.name)} may predict now.</p>`)
    })
})

/** The pages that mails and answers of accounts point to. */
export const accountPageRoutes: ReadonlyArray<PlainRoute<Accounts | Authenticator>> = [
  // Whoever opens the address that the server prints finds what there is to see.
  {
    method: "GET",
    path: "/",
    manners: { access: "none", produces: [contentType] },
    handler: () =>
      Effect.succeed(
        replyRaw({ contentType, content: page("Documentation", "<p><a href=\"/docs\">/docs</a></p>") }, {
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
    manners: { access: "none", produces: ["text/css; charset=utf-8"] },
    handler: () => Effect.succeed(replyRaw({ contentType: "text/css; charset=utf-8", content: stylesheet }))
  }
]
