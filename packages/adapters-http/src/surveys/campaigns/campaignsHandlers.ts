import { Campaigns } from "@auspex/domain/campaigns"
import { CampaignsApi } from "./CampaignsApi.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { answerOne } from "../../engine/namedAnswer.ts"

/** Campaigns as files. */
export const campaignsHandlers = handlersFor(CampaignsApi, {
  planCampaign: ({ actor, payload }) =>
    answerOne(Campaigns, "plan", (campaigns) => campaigns.plan(actor, payload.campaign)),
  applyCampaign: ({ actor, payload }) =>
    answerOne(Campaigns, "plan", (campaigns) => campaigns.apply(actor, payload.campaign, payload.expected)),
  pullCampaign: ({ actor, query }) =>
    answerOne(Campaigns, "campaign", (campaigns) => campaigns.pull(actor, query.survey ?? []))
})
