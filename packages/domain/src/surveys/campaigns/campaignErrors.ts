export type {} from "../../publishing/articles/articleErrors.ts"
export type {} from "../surveys/surveyErrors.ts"

/** Why campaigns are refused, by code. */
export const campaignErrors = {
  CAMPAIGN_MOVED: "The platform has changed since the plan was made, so applying the campaign would have other effects."
} as const satisfies Record<string, string>

type CampaignErrors = typeof campaignErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends CampaignErrors {}
}
