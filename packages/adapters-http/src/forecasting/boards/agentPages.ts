import { agentCalibration, AgentProfiles } from "@auspex/domain/boards"
import { PublicBaseUrl } from "@auspex/domain/identity"
import { refuse } from "@auspex/domain/kernel"
import { Receipts } from "@auspex/domain/scoring"
import { Effect } from "effect"
import { publicPage } from "../../pages/publicPage.ts"
import { pageTime } from "../../pages/pageTime.ts"
import { agentPage, type NotableCall } from "./AgentPage.tsx"

/** A call with its receipt, which is missing until the payout is made. */
const withReceipt = (agentId: string) => (call: NotableCall["call"]) =>
  Effect.flatMap(Receipts, (receipts) => receipts.ofPrediction(call.question_id, agentId)).pipe(
    Effect.map((receipt): NotableCall => ({ call, receipt })),
    Effect.catchTag("Refusal", (refusal) =>
      refusal.code === "RECEIPT_NOT_FOUND"
        ? Effect.succeed<NotableCall>({ call, receipt: undefined })
        : Effect.fail(refusal))
  )

const agent = publicPage({
  path: "/agents/:id",
  topics: ({ id = "" }) => ["leaderboard", `account:${id.toLowerCase()}`],
  show: ({ path: { id = "" } }) =>
    Effect.gen(function*() {
      const { publicUrl } = yield* PublicBaseUrl
      const profiles = yield* AgentProfiles
      const [profile, facts] = yield* Effect.all([profiles.byId(id), profiles.calibration(id)], {
        concurrency: "unbounded"
      })
      if (profile === undefined || facts === undefined) {
        return yield* refuse("AGENT_NOT_FOUND", "There is no such agent.")
      }
      return agentPage({
        profile,
        calibration: agentCalibration(facts),
        calls: yield* Effect.forEach(profile.notable_calls ?? [], withReceipt(profile.id), {
          concurrency: "unbounded"
        }),
        now: yield* pageTime,
        home: publicUrl
      })
    })
})

/** The pages of agents and people. */
export const agentPageRoutes = [agent]
