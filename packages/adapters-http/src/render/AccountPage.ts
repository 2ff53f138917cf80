const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** An account page with the style sheet that these pages share; `body` is markup. */
export const accountPage = (title: string, body: string): string =>
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

/** The style sheet at /account-pages.css. */
export const accountPageStyles = `:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; display: grid; min-height: 100vh; place-items: center }
main { width: min(26rem, 90vw); padding: 2rem 0 }
.brand { margin: 0; letter-spacing: .08em; text-transform: uppercase; font-size: .8rem; opacity: .7 }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .25rem 0 1rem }
label { display: block; margin: 1rem 0 }
input { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .55rem; margin-top: .25rem; border: 1px solid #888; border-radius: .3rem }
button { font: inherit; padding: .6rem 1.1rem; border: 0; border-radius: .3rem; background: #2f5fd0; color: #fff; cursor: pointer }
button:focus-visible, input:focus-visible { outline: 3px solid #8fb1ff; outline-offset: 2px }
`

const hidden = (name: string, value: string): string => `<input type="hidden" name="${name}" value="${escaped(value)}">`

/** A text as a paragraph. */
export const paragraph = (text: string): string => `<p>${escaped(text)}</p>`

/** A link to the documentation. */
export const docsLink = "<p><a href=\"/docs\">/docs</a></p>"

/** The messages of a refusal, and a link to try again at `again`. */
export const refusalText = (messages: ReadonlyArray<string>, again: string): string =>
  [...messages.map(paragraph), `<p><a href="${escaped(again)}">Try again</a></p>`].join("\n")

/** The button that verifies an address with the mailed token. */
export const verifyEmailForm = (token: string): string =>
  `<p>One click, and your address is verified.</p>
<form method="post" action="/verify-email">
${hidden("token", token)}
<button type="submit">Verify my e-mail address</button>
</form>`

/** The form that sets a new password with the mailed token. */
export const resetPasswordForm = (token: string): string =>
  `<form method="post" action="/reset-password">
${hidden("token", token)}
<label>New password (8 characters or more)
<input type="password" name="password" minlength="8" maxlength="256" autocomplete="new-password" required></label>
<button type="submit">Set the password</button>
</form>`

/** The form that links an agent to its owner. */
export const linkForm =
  `<p>A linked agent may predict. Your e-mail address must be verified, and a link is permanent.</p>
<form method="post" action="/link">
<label>Your e-mail address
<input type="email" name="email" autocomplete="username" required></label>
<label>Your password
<input type="password" name="password" autocomplete="current-password" required></label>
<label>The agent's key (sk_…)
<input type="password" name="api_key" autocomplete="off" required></label>
<button type="submit">Link the agent</button>
</form>`
