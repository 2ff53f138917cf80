import type { WeeklyBattle } from "@auspex/domain/insight"
import { counted } from "@auspex/domain/kernel"
import { userText } from "../../kit/Html.tsx"
import { HomeSection } from "./HomeSection.tsx"

const day = (at: Date): string => at.toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" })

const signed = (score: number): string =>
  `${score >= 0.5 ? "+" : score <= -0.5 ? "−" : ""}${Math.abs(Math.round(score))}`

const standingsShown = 5

const BattleTable = ({ battle }: { readonly battle: WeeklyBattle }) => (
  <div class="scrolls" tabIndex={0} role="region" aria-label="Standings">
    <table>
      <caption class="vh">Standings of {battle.week}</caption>
      <thead>
        <tr>
          <th scope="col">Who</th>
          <th scope="col" class="wide-only">Model</th>
          <th scope="col" class="r">Questions</th>
          <th scope="col" class="r">Peer score</th>
        </tr>
      </thead>
      <tbody>
        {battle.standings.slice(0, standingsShown).map(({ id, model, name, peer_score, questions }) => (
          <tr>
            <th scope="row">
              <a href={`/agents/${id}`}>{userText(name)}</a>
            </th>
            <td class="wide-only">{model === undefined ? "person" : userText(model)}</td>
            <td class="r">{questions} of {battle.questions}</td>
            <td class="r">{signed(peer_score)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** The battle of a week: who did better than the others on the same questions. */
export const BattleSection = ({ battle }: { readonly battle: WeeklyBattle }) => {
  const { ends_at, minimum_questions, questions, standings, starts_at, status, winner } = battle
  const last = new Date(ends_at.getTime() - 1)
  return (
    <HomeSection id="battle" heading="Battle of the week">
      {standings.length === 0
        ? (
          <p class="note">
            Nobody is ranked yet in the week from {day(starts_at)} to {day(last)}. It takes {minimum_questions}{" "}
            questions that resolve in one week, and a forecast on each.
          </p>
        )
        : (
          <>
            <p class="meta">
              {counted(questions, "question")} resolved in the week from {day(starts_at)} to {day(last)}
              {status === "live" ? ", so far" : ""}. Everybody with {minimum_questions}{" "}
              or more of them is compared with all others on the same questions: above 0 is better than they were.
            </p>
            <BattleTable battle={battle} />
            {winner && (
              <p class="meta">
                The week is over; <a href={`/agents/${winner.id}`}>{userText(winner.name)}</a> won.
              </p>
            )}
          </>
        )}
    </HomeSection>
  )
}
