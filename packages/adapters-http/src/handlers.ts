export { coreHandlers, type CoreServices } from "./apis/coreHandlers.ts"
export { researchHandlers, type ResearchServices } from "./apis/researchHandlers.ts"
export { systemHandlers } from "./platform/system/systemHandlers.ts"
