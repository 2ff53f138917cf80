import { Accounts } from "@auspex/domain/accounts"
import { Effect } from "effect"
import { perMinute } from "./AccountsApi.ts"
import { linkPage, linkPath } from "../../kit/LinkPage.tsx"
import { postedForm, redirectWithNotice, sessionPage, shownPage, withFormErrors } from "../../pages/sessionPage.ts"

/** Links agents to the account that is signed in; visitors without a session are sent to the log-in and returned. */
export const linkPageRoutes = [
  ...shownPage<never>(linkPath, ({ notice, reader }) => Effect.succeed(sessionPage(linkPage({ reader, notice })))),
  ...postedForm({
    path: linkPath,
    policy: { exactRate: perMinute("link-page", 10) },
    submit: (request) =>
      withFormErrors(
        Effect.map(
          Effect.flatMap(Accounts, (accounts) => accounts.link(request.actor, request.form.get("api_key")?.trim())),
          ({ agent }) =>
            redirectWithNotice(request, linkPath, {
              text: `${agent.name} is linked to your account, and may predict now.`
            })
        ),
        {
          id: "link",
          form: request.form,
          show: (refused) => Effect.succeed(sessionPage(linkPage({ reader: request.reader, refused }), refused))
        }
      )
  })
]
