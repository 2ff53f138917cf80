import { Accounts } from "@auspex/domain/accounts"
import { Effect } from "effect"
import { perMinute } from "./AccountsApi.ts"
import { linkPage, linkPath } from "../../kit/LinkPage.ts"
import { orShownAgain, postedForm, sessionPage, shownPage } from "../../pages/sessionPage.ts"

/** Links agents to the account that is signed in; visitors without a session are sent to the log-in and returned. */
export const linkPageRoutes = [
  ...shownPage<never>(linkPath, ({ reader }) => Effect.succeed(sessionPage(linkPage({ reader })))),
  ...postedForm({
    path: linkPath,
    policy: { exactRate: perMinute("link-page", 10) },
    submit: ({ actor, form, reader }) =>
      orShownAgain(
        Effect.map(
          Effect.flatMap(Accounts, (accounts) => accounts.link(actor, form.get("api_key")?.trim())),
          ({ agent }) => sessionPage(linkPage({ reader, linked: agent }))
        ),
        {
          id: "link",
          form,
          show: (refused) => Effect.succeed(sessionPage(linkPage({ reader, refused }), refused))
        }
      )
  })
]
