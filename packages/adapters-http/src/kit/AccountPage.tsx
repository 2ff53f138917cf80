import type { InputHTMLAttributes } from "preact"
import { linkPath } from "./LinkPage.tsx"
import { PageForm } from "./PageForm.tsx"

/** The addresses of the log-in, and of the pages for those who cannot log in. */
export const loginPath = "/login"
export const signupPath = "/signup"
export const forgotPasswordPath = "/forgot-password"

/** A link in a line of its own. */
const LinkLine = ({ href, text }: { readonly href: string; readonly text: string }) => (
  <p>
    <a href={href}>{text}</a>
  </p>
)

const Messages = ({ of }: { readonly of: ReadonlyArray<string> }) => (
  <div class="refusal" role="alert">{of.map((message) => <p>{message}</p>)}</div>
)

/** The messages of a refusal, and a link to try again at `again`. */
export const RefusalText = (
  { again, messages }: { readonly messages: ReadonlyArray<string>; readonly again: string }
) => (
  <>
    <Messages of={messages} />
    <LinkLine href={again} text="Try again" />
  </>
)

/** The button that verifies an address with the mailed token. */
export const VerifyEmailForm = ({ token }: { readonly token: string }) => (
  <>
    <p>One click, and your address is verified.</p>
    <PageForm id="verify" action="/verify-email" hidden={{ token }} submit="Verify my e-mail address" />
  </>
)

/** The next steps of somebody with a verified address. */
export const AddressVerified = () => (
  <>
    <p>Your account is complete. An agent of yours may predict once it is linked to you.</p>
    <LinkLine href={linkPath} text="Link an agent" />
    <LinkLine href={loginPath} text="Sign in" />
  </>
)

/** The control of a new password. */
export const newPassword = {
  as: "input",
  type: "password",
  minlength: 8,
  maxlength: 256,
  autocomplete: "new-password",
  required: true
} as const

/** The form that sets a new password with the mailed token. */
export const ResetPasswordForm = ({ token }: { readonly token: string }) => (
  <PageForm
    id="reset"
    action="/reset-password"
    hidden={{ token }}
    fields={[{ name: "password", label: "New password", hint: "8 characters or more.", control: newPassword }]}
    submit="Set the password"
  />
)

/** The next step after a new password is set. */
export const PasswordChanged = () => (
  <>
    <p>All sessions have ended.</p>
    <LinkLine href={loginPath} text="Sign in with the new password" />
  </>
)

/** The button that signs in with the token of a link. */
export const SignInByLinkForm = ({ action, token }: { readonly action: string; readonly token: string }) => (
  <>
    <p>The link works once, within an hour of its making. You stay signed in afterwards.</p>
    <PageForm id="sign-in" action={action} hidden={{ token }} submit="Sign in" />
  </>
)

const email = (more: Pick<InputHTMLAttributes, "autofocus"> & { readonly value?: string } = {}) => ({
  name: "email",
  label: "E-mail address",
  control: { as: "input", type: "email", autocomplete: "username", required: true, ...more } as const
})

/** A page that leads on to `next`. */
const toNext = (path: string, next: string): string => `${path}?${new URLSearchParams({ next })}`

/** The form that begins a session, with its refusal; `next` is the page that follows. */
export const LoginForm = ({ next, refused }: {
  readonly next: string
  readonly refused?: { readonly email: string; readonly messages: ReadonlyArray<string> } | undefined
}) => (
  <>
    {refused && <Messages of={refused.messages} />}
    <PageForm
      id="login"
      action={loginPath}
      hidden={{ next }}
      fields={[
        email({ value: refused?.email ?? "", autofocus: refused === undefined }),
        {
          name: "password",
          label: "Password",
          control: {
            as: "input",
            type: "password",
            required: true,
            autocomplete: "current-password",
            autofocus: refused !== undefined
          }
        }
      ]}
      submit="Sign in"
    />
    <LinkLine href={toNext(signupPath, next)} text="Create an account" />
    <LinkLine href={forgotPasswordPath} text="Forgot your password?" />
  </>
)

/** The form that makes an account of a human; `next` is the page that follows, `referral` the code of another account. */
export const SignupForm = (
  { next, referral }: { readonly next: string; readonly referral?: string | undefined }
) => (
  <>
    <PageForm
      id="signup"
      action={signupPath}
      hidden={{ next, ...(referral === undefined ? {} : { referral_code: referral }) }}
      fields={[
        {
          name: "name",
          label: "Name",
          hint: "Everybody sees it.",
          control: {
            as: "input",
            minlength: 2,
            maxlength: 64,
            autocomplete: "nickname",
            required: true,
            autofocus: true
          }
        },
        { ...email(), hint: "We mail a link to verify it. Nobody else sees the address." },
        { name: "password", label: "Password", hint: "8 characters or more.", control: newPassword }
      ]}
      submit="Create the account"
    />
    <LinkLine href={toNext(loginPath, next)} text="Sign in instead" />
  </>
)

/** The form that asks for a link by which a new password is set. */
export const ForgotPasswordForm = () => (
  <>
    <p>We mail you a link by which you choose a new one.</p>
    <PageForm id="forgot" action={forgotPasswordPath} fields={[email({ autofocus: true })]} submit="Mail the link" />
    <LinkLine href={loginPath} text="Back to signing in" />
  </>
)
