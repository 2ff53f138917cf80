import { Accounts } from "@auspex/domain/accounts"
import { Effect } from "effect"
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
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`

const answer = (status: number, title: string, body: string) =>
  replyRaw({ contentType, content: page(title, body) }, { status })

const form = (token: string): string =>
  `<p>One click, and your address is verified.</p>
<form method="post" action="/verify-email">
<input type="hidden" name="token" value="${escaped(token)}">
<button type="submit">Verify my e-mail address</button>
</form>`

const tokenOf = (parameters: URLSearchParams): string => parameters.get("token") ?? ""

/**
 * The page behind the link of the verification mail. Reading it changes nothing, so that a mail scanner that follows
 * links does not use the token up; its button posts the token as a plain form.
 */
export const verifyEmailRoutes: ReadonlyArray<PlainRoute<Accounts>> = [
  {
    method: "GET",
    path: "/verify-email",
    manners: { access: "none", produces: [contentType] },
    handler: ({ query }) => {
      const { token } = query as { readonly token?: unknown }
      return Effect.succeed(
        typeof token === "string" && token !== ""
          ? answer(200, "Verify your e-mail address", form(token))
          : answer(400, "This link is not whole", "<p>Open it from the mail once more, or copy all of it.</p>")
      )
    }
  },
  {
    method: "POST",
    path: "/verify-email",
    bodyKind: "raw",
    manners: { access: "none", bodyBytesMax: bodyBytesMax.auth, produces: [contentType] },
    handler: ({ raw }) => {
      const token = tokenOf(new URLSearchParams(Buffer.from(raw.bodyBytes ?? []).toString("utf8")))
      return Effect.flatMap(Accounts, (accounts) => accounts.verifyEmail(token)).pipe(
        Effect.as(answer(200, "Your e-mail address is verified", "<p>You can close this page.</p>")),
        Effect.catchTag(
          "Refusal",
          ({ message, status }) => Effect.succeed(answer(status, "This did not work", `<p>${escaped(message)}</p>`))
        )
      )
    }
  }
]
