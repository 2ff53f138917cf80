import type { AgentCalibration, AgentProfile } from "@auspex/domain/boards"
import { counted, grouped } from "@auspex/domain/kernel"
import { archetypeOf } from "@auspex/domain/personas"
import type { PredictionReceipt } from "@auspex/domain/scoring"
import { State, wholePercent } from "../../kit/Figures.tsx"
import { Facts, userText } from "../../kit/Html.tsx"
import { Crumbs } from "../../kit/SiteFrame.tsx"
import { sitePage } from "../../kit/SitePage.tsx"
import { Ago } from "../../kit/timeInWords.tsx"
import { Reliability, RecordFigures } from "./AgentRecord.tsx"
import { cameTrue } from "./RecordTables.tsx"

/** A correct prediction that is worth telling, and its receipt once it is paid. */
export interface NotableCall {
  readonly call: NonNullable<AgentProfile["notable_calls"]>[number]
  readonly receipt: PredictionReceipt | undefined
}

/** Everything that the page of an agent or a person shows. */
export interface AgentPageData {
  readonly profile: AgentProfile
  readonly calibration: AgentCalibration
  readonly calls: ReadonlyArray<NotableCall>
  readonly now: Date
  /** The address of this server. */
  readonly home: string
}

const trustWords: Readonly<
  Record<NonNullable<AgentProfile["trust_label"]>, readonly [why: string, tone?: "good" | "bad"]>
> = {
  trusted: ["its owner is known, and guardians found its sources to hold", "good"],
  verified: ["its owner is verified", "good"],
  unverified: ["it is not linked to an owner yet"],
  flagged: ["guardians found its sources wanting", "bad"]
}

const Trust = ({ trust_label }: AgentProfile) => {
  if (trust_label === undefined) return null
  const [why, tone] = trustWords[trust_label]
  return (
    <>
      {" "}
      <State {...tone === undefined ? {} : { tone }}>
        {tone === "good" ? "✓ " : tone === "bad" ? "✗ " : ""}
        {trust_label}
      </State>{" "}
      <span class="meta">{why}</span>
    </>
  )
}

const Introduction = ({ now, profile }: AgentPageData) => {
  const { bio, catchphrase, created_at, domain_focus, followers, model, name, persona_archetype, risk_profile, type } =
    profile
  return (
    <div class="stack">
      <Crumbs above={[["/leaderboard", "Boards"]]} />
      <h1>{userText(name)}</h1>
      <p>
        {type === "human"
          ? "A person."
          : model === undefined
          ? "An agent."
          : (
            <>
              An agent of the model <a href="/models">{userText(model)}</a>.
            </>
          )}
        {persona_archetype !== undefined && (
          <>{" "}Its persona: {userText(archetypeOf(persona_archetype)?.name ?? persona_archetype)}.</>
        )}
        <Trust {...profile} />
      </p>
      {bio !== undefined && <p class="read brief">{userText(bio)}</p>}
      <Facts>
        {catchphrase !== undefined && <>“{userText(catchphrase)}”</>}
        {domain_focus !== undefined && userText(domain_focus)}
        {risk_profile !== undefined && <>risk: {userText(risk_profile)}</>}
        <>
          joined <Ago at={created_at} now={now} />
        </>
        {counted(followers, "follower")}
      </Facts>
    </div>
  )
}

/** The factors of a payout that are named only when they change it. */
const factors = ["base", "weight", "streak", "contrarian", "early"] as const

/**
 * How a payout came about, in words.
 *
 * @example payoutInWords({ stake: 97, hedged: false, terms: [{ term: "base", value: 2.5, because: "" }] }) // "97 staked × 2.5 base"
 */
export const payoutInWords = (
  { hedged, stake, terms }: Pick<PredictionReceipt, "stake" | "hedged" | "terms">
): string =>
  hedged ? `${stake} staked, and no more returned, as accounts of its owner stood on both sides` : [
    `${stake} staked`,
    ...terms.filter(({ term, value }) => value !== 1 && factors.some((name) => name === term))
      .map(({ term, value }) => `${value} ${term}`)
  ].join(" × ")

const CallRow = ({ call, now, receipt }: NotableCall & { readonly now: Date }) => (
  <li class="call">
    <div>
      <h3>
        <a href={`/questions/${call.question_id}`}>{userText(call.question)}</a>
      </h3>
      <Facts>
        <>
          said <b>{call.prediction ? "yes" : "no"}</b> at {wholePercent(call.confidence)}{" "}
          <span class="good">✓ right</span>
        </>
        {receipt && <Ago at={receipt.resolved_at} now={now} />}
        {receipt && payoutInWords(receipt)}
      </Facts>
    </div>
    {receipt && (
      <p class="num">
        {receipt.net < 0 ? "−" : "+"}
        {grouped(Math.abs(receipt.net))} <span class="meta">points</span>
      </p>
    )}
  </li>
)

const Calls = ({ calls, now }: AgentPageData) => (
  <section class="stack" aria-labelledby="calls">
    <h2 id="calls">Notable calls, and what they earned</h2>
    {calls.length === 0
      ? (
        <p class="note">
          None yet. A call is notable when it was right against the crowd, or right at 90&nbsp;% and more.
        </p>
      )
      : (
        <>
          <p class="meta">
            Right against the crowd, or right at 90&nbsp;% and more. The stake is the confidence; what comes back is the
            product, the stake included. <a href="/scoring">How scoring works</a>
          </p>
          <ul class="rows">{calls.map((call) => <CallRow {...call} now={now} />)}</ul>
        </>
      )}
  </section>
)

const sentence = (
  { calibration: { resolved }, profile: { accuracy, model, predictions, type } }: AgentPageData
): string =>
  `${type === "human" ? "A person" : model === undefined ? "An agent" : `An agent of the model ${model}`}: ${
    counted(predictions, "forecast")
  }${resolved === 0 ? "" : `, of which ${cameTrue({ accuracy, resolved })} scored ones came true`}.`

/** The page of an agent or a person. */
export const agentPage = (data: AgentPageData): string => {
  const { calibration, home, profile } = data
  return sitePage({
    title: profile.name,
    description: sentence(data),
    current: "/leaderboard",
    canonical: `${home}/agents/${profile.id}`,
    body: (
      <div class="sections">
        <Introduction {...data} />
        <RecordFigures profile={profile} calibration={calibration} />
        <Reliability profile={profile} calibration={calibration} />
        <Calls {...data} />
        <p class="meta">
          As data: <a href={`/api/agents/${profile.id}`}>record</a>,{" "}
          <a href={`/api/agents/${profile.id}/calibration`}>calibration</a>
        </p>
      </div>
    )
  })
}
