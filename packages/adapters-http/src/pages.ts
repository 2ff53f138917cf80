export { accountPageRoutes } from "./platform/accounts/accountPages.tsx"
export { surveyPageRoutes } from "./surveys/surveyLinks/surveyPages.ts"
export { researchPageRoutes, type ResearchPageServices } from "./apis/researchPages.ts"
export { sitePageRoutes, type SitePageServices } from "./apis/sitePages.ts"
