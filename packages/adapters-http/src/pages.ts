export { accountPageRoutes } from "./platform/accounts/accountPages.tsx"
export { surveyPageRoutes } from "./surveys/surveyLinks/surveyPages.ts"
export { researchPageRoutes, type ResearchPageServices } from "./apis/researchPages.ts"
