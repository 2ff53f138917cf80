export { accountPageRoutes } from "./accountPages.ts"
export { surveyPageRoutes } from "./surveyPages.ts"
export { researchPageRoutes, type ResearchPageServices } from "./researchPages.ts"
