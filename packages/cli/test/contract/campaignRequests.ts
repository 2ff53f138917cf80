import { fresh } from "../people.ts"
import { body, plain, type RequestRecipe } from "./requestRecipe.ts"

const campaign = () => ({ campaign: { surveys: [{ key: `s${fresh()}`, title: "A survey of a campaign" }] } })

/** For each operation on campaigns, by `group.name`. */
export const campaignRequests: Readonly<Record<string, RequestRecipe>> = {
  "campaigns.planCampaign": body(campaign),
  "campaigns.applyCampaign": body(campaign),
  "campaigns.pullCampaign": plain
}
