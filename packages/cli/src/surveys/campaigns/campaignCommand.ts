import type { CampaignPlan } from "@auspex/domain/campaigns"
import { counted, Refusal } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { type CampaignFile, joinCampaign, type JoinedCampaign } from "./CampaignFiles.ts"
import { campaignYaml } from "./campaignYaml.ts"
import { planSummary, planText } from "./planText.ts"
import { confirm } from "../../kit/connection/confirm.ts"
import { withConnection } from "../../kit/connection/connect.ts"
import { isDryRun } from "../../kit/connection/isDryRun.ts"
import type { ChangeFlags, CommandHandler, Invocation, TargetFlags } from "../../kit/invocation/Invocation.ts"
import { printNote, printRecord, printText } from "../../kit/output/print.ts"
import { styleFor } from "../../kit/output/Style.ts"
import { readInput } from "../../kit/connection/readInput.ts"

const read = (call: Invocation<TargetFlags>): Effect.Effect<JoinedCampaign, unknown> =>
  Effect.flatMap(
    Effect.forEach(call.args, (name) =>
      Effect.map(readInput(call.io, name), (text): CampaignFile => ({ name: name === "-" ? "stdin" : name, text }))),
    (files) =>
      joinCampaign(files)
  )

/** Names the file and line in the failures of a request. */
const located = <A, E>(joined: JoinedCampaign, request: Effect.Effect<A, E>): Effect.Effect<A, E | Refusal> =>
  Effect.mapError(request, (error) => {
    if (!(error instanceof Refusal)) return error
    const [first, ...rest] = error.failures
    return new Refusal({ failures: [joined.located(first), ...rest.map(joined.located)] })
  })

const printPlan = (call: Invocation<TargetFlags>, plan: CampaignPlan, done: boolean) =>
  Effect.gen(function*() {
    if (call.flags.output === "json" || call.flags.output === "ndjson") yield* printRecord(call, { plan }, plan)
    else yield* printText(call, planText(plan, styleFor(call.io, call.io.stdout, call.flags)))
    yield* printNote(call, planSummary(plan, done))
  })

/** `auspex plan`. */
export const planCampaign =
  ((call: Invocation<TargetFlags>) =>
    withConnection(call, ({ api }) =>
      Effect.gen(function*() {
        const joined = yield* read(call)
        const { plan } = yield* located(joined, api.campaigns.planCampaign({ payload: { campaign: joined.campaign } }))
        yield* printPlan(call, plan, false)
        return plan.changes.length === 0 ? "ok" : "pending"
      }))) satisfies CommandHandler

/** `auspex apply`. */
export const applyCampaign =
  ((call: Invocation<ChangeFlags>) =>
    withConnection(call, ({ api, target }) =>
      Effect.gen(function*() {
        const joined = yield* read(call)
        const { campaign } = joined
        const { plan } = yield* located(joined, api.campaigns.planCampaign({ payload: { campaign } }))
        if (plan.changes.length === 0) return yield* printPlan(call, plan, true)
        const what = `apply ${counted(plan.changes.length, "change")}`
        if (yield* isDryRun(call, target, what)) return yield* printPlan(call, plan, false)
        if (call.flags.yes !== true)
          yield* printNote(call, planText(plan, styleFor(call.io, call.io.stderr, call.flags)))
        yield* confirm(call, target, what)
        const applied = yield* located(
          joined,
          api.campaigns.applyCampaign({ payload: { campaign, expected: plan.changes } })
        )
        yield* printPlan(call, applied.plan, true)
      }))) satisfies CommandHandler

/** `auspex pull`. */
export const pullCampaign =
  ((call: Invocation<TargetFlags>) =>
    withConnection(call, ({ api }) =>
      Effect.gen(function*() {
        const { campaign } = yield* api.campaigns.pullCampaign({ urlParams: { survey: call.args } })
        if (call.flags.output === "json" || call.flags.output === "ndjson") {
          return yield* printRecord(call, campaign, campaign)
        }
        yield* printText(call, campaignYaml(campaign))
      }))) satisfies CommandHandler
