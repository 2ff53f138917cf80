import type { AuspexClient } from "@auspex/adapters-http/client"
import { Effect } from "effect"
import { expect } from "vitest"

/** Calls the operations on campaigns as an administrator. */
export const callCampaigns = (admin: AuspexClient) =>
  Effect.gen(function*() {
    const campaign = { surveys: [{ key: "gauges", title: "Gauges, from a file" }] }
    const { plan } = yield* admin.campaigns.planCampaign({ payload: { campaign } })
    expect(plan.changes.map(({ action, key }) => [action, key])).toEqual([["create", "gauges"]])
    yield* admin.campaigns.applyCampaign({ payload: { campaign, expected: plan.changes } })
    const { campaign: pulled } = yield* admin.campaigns.pullCampaign({ urlParams: { survey: ["gauges"] } })
    expect(pulled.surveys).toEqual([{ ...campaign.surveys[0], status: "draft", questions: [] }])
  })
