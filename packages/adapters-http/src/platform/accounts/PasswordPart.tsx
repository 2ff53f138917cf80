import { forgotPasswordPath, newPassword } from "../../kit/AccountPage.tsx"
import { ButtonForm, FoldedForm } from "../../kit/PageForm.tsx"

/** The addresses of the forms that change the password, and that end all sessions. */
export const passwordPath = "/account/password"
export const logoutEverywherePath = "/account/sign-out-everywhere"

/** What keeps an account its owner's: the password, and an end for all sessions. */
export const PasswordPart = ({ email }: { readonly email: string | undefined }) => (
  <section aria-labelledby="security">
    <h2 id="security">Password and sessions</h2>
    <FoldedForm
      id="password"
      summary="Change the password"
      about="All other sessions end; this one stays."
      action={passwordPath}
      fields={[
        {
          name: "current",
          label: "Present password",
          control: { as: "input", type: "password", autocomplete: "current-password", required: true }
        },
        { name: "password", label: "New password", hint: "8 characters or more.", control: newPassword }
      ]}
      submit="Change the password"
    />
    <div class="actions">
      <ButtonForm action={logoutEverywherePath} submit="Sign out everywhere" />
      {email !== undefined && (
        <ButtonForm action={forgotPasswordPath} hidden={{ email }} submit="Forgotten: mail me a link" />
      )}
    </div>
  </section>
)
