export { accountPageRoutes } from "./accountPages.ts"
