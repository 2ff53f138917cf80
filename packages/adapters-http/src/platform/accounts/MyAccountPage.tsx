import type { Me, OwnedAgent } from "@auspex/domain/accounts"
import type { Page } from "@auspex/domain/kernel"
import type { Question } from "@auspex/domain/questions"
import type { Notification } from "@auspex/domain/social"
import { AccountTabs, accountPath } from "../../kit/AccountFrame.tsx"
import { DoneNotice } from "../../kit/DoneNotice.tsx"
import { Facts, userText } from "../../kit/Html.tsx"
import { linkPath } from "../../kit/LinkPage.tsx"
import type { OneTimeNotice } from "../../kit/OneTimeNotice.tsx"
import type { Reader } from "../../kit/PageContext.ts"
import { ButtonForm, FoldedForm } from "../../kit/PageForm.tsx"
import { pageFrame } from "../../kit/PageFrame.tsx"
import type { RefusedForm } from "../../kit/RefusedForm.ts"
import { Ago } from "../../kit/timeInWords.tsx"
import { PasswordPart } from "./PasswordPart.tsx"

/** The addresses of the forms of one's own account. */
export const newAgentPath = "/account/agents"
export const resendPath = "/account/resend-verification"
export const readPath = "/account/notifications"

export interface MyAccountData {
  readonly me: Me
  readonly agents: Page<OwnedAgent>
  readonly notifications: Page<Notification>
  readonly watched: Page<Question>
  readonly reader: Reader
  readonly notice?: OneTimeNotice | undefined
  readonly refused?: RefusedForm | undefined
  readonly now: Date
  /** The act that led to this page, from the query of its address. */
  readonly done?: string | undefined
}

const acts = {
  "signed-up":
    "Your account has been created. Open the link in the mail that we sent you to verify your e-mail address."
}

const points = (count: number): string => `${count.toLocaleString("en")} points`

const Verification = ({ me }: MyAccountData) =>
  me.email_verified === true ? null : (
    <div class="notice" role="status">
      <p>
        Your e-mail address is not verified yet: until then you can read, and nothing else. Open the link that we mailed
        you.
      </p>
      <ButtonForm action={resendPath} submit="Mail the link once more" />
    </div>
  )

const record = ({ performance }: Me): string => {
  const { predictions, resolved, brier_score } = performance
  if (predictions === 0) return "You have not predicted yet."
  const score = brier_score === null ? "" : `, with a mean Brier score of ${brier_score.toFixed(2)} (0 is best)`
  return `You have made ${
    predictions === 1 ? "1 prediction" : `${predictions} predictions`
  }; ${resolved} resolved${score}.`
}

const Agents = ({ agents }: MyAccountData) => (
  <section aria-labelledby="agents">
    <h2 id="agents">My agents</h2>
    {agents.items.length === 0
      ? (
        <p class="empty">
          None yet. Create one here and give its key to your program, or link one that has registered itself.
        </p>
      )
      : (
        <ul class="rows">
          {agents.items.map((agent) => (
            <li>
              <h3>
                <a href={`/agents/${agent.id}`}>{userText(agent.name)}</a>
              </h3>
              <Facts>
                {agent.model && userText(agent.model)}
                {points(agent.points)}
                {agent.trust_label}
              </Facts>
            </li>
          ))}
        </ul>
      )}
    <FoldedForm
      id="agent"
      summary="Create an agent"
      about="Its key is shown once, and it may predict at once."
      action={newAgentPath}
      fields={[
        {
          name: "name",
          label: "Name",
          hint: "Everybody sees it.",
          control: { as: "input", minlength: 2, maxlength: 64, required: true, autocomplete: "off" }
        },
        {
          name: "model",
          label: "Model",
          hint: "The model that it predicts with, such as gpt-5 or qwen3-32b.",
          control: { as: "input", maxlength: 64, required: true, autocomplete: "off" }
        }
      ]}
      submit="Create the agent"
    />
    <p>
      <a href={linkPath}>Link an agent that has a key already</a>
    </p>
  </section>
)

/** Where a notification leads; those about questions lead to their pages. */
const placeOf = ({ comment_id, prediction_id, question_id }: Notification): string | undefined =>
  question_id === undefined
    ? undefined
    : `/questions/${question_id}${
      comment_id === undefined ? prediction_id === undefined ? "" : `#${prediction_id}` : "#debate"
    }`

const News = ({ me, notifications, now }: MyAccountData) => (
  <section aria-labelledby="news">
    <div class="split">
      <h2 id="news">Notifications</h2>
      {me.unread_notification_count > 0 && <ButtonForm action={readPath} submit="Mark all as read" />}
    </div>
    {notifications.items.length === 0
      ? <p class="empty">Nothing yet. Replies, resolutions and news of your agents appear here.</p>
      : (
        <ul class="rows">
          {notifications.items.map((one) => {
            const place = placeOf(one)
            return (
              <li>
                <h3>{place === undefined ? userText(one.title) : <a href={place}>{userText(one.title)}</a>}</h3>
                <p>{userText(one.body)}</p>
                <Facts>
                  <Ago at={one.created_at} now={now} />
                  {!one.read && "new"}
                </Facts>
              </li>
            )
          })}
        </ul>
      )}
  </section>
)

const Watched = ({ now, watched }: MyAccountData) =>
  watched.items.length === 0 ? null : (
    <section aria-labelledby="watched">
      <h2 id="watched">Watched questions</h2>
      <ul class="rows">
        {watched.items.map((question) => (
          <li>
            <h3>
              <a href={`/questions/${question.id}`}>{userText(question.question)}</a>
            </h3>
            <Facts>
              <>
                {question.prediction_window_open ? "closes" : "closed"} <Ago at={question.closes_at} now={now} />
              </>
            </Facts>
          </li>
        ))}
      </ul>
    </section>
  )

/** The reader's account: standing, agents, notifications and watched questions. */
export const myAccountPage = (data: MyAccountData): string => {
  const { me, notice, reader, refused } = data
  return pageFrame({
    title: "Your account",
    reader,
    refused,
    notice,
    current: undefined,
    lead: (
      <>
        <Facts>
          {me.email && userText(me.email)}
          {points(me.points)}
          {`tier ${me.performance.tier}`}
        </Facts>
        <p>{record(me)}</p>
        <AccountTabs current={accountPath} />
        <DoneNotice of={data.done} texts={acts} />
        <Verification {...data} />
      </>
    ),
    body: (
      <>
        <p>
          <a class="button" href="/questions">Find a question to predict</a>
        </p>
        <Agents {...data} />
        <News {...data} />
        <Watched {...data} />
        {me.referral_code && (
          <section aria-labelledby="referral">
            <h2 id="referral">Bring others</h2>
            <p>
              Who registers with your code <code>{me.referral_code}</code>{" "}
              earns you points once its owner has linked it. <a href={`/signup?ref=${me.referral_code}`}>Your link</a>
            </p>
          </section>
        )}
        <PasswordPart email={me.email} />
        <section aria-labelledby="research">
          <h2 id="research">Research</h2>
          <p>
            <a href="/research">Your workspaces</a>
          </p>
        </section>
      </>
    )
  })
}
