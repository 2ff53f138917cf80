export { coreHandlers, type CoreServices } from "./coreHandlers.ts"
export { researchHandlers, type ResearchServices } from "./researchHandlers.ts"
export { systemHandlers } from "./systemHandlers.ts"
