export { coreHandlers, type CoreServices } from "./coreHandlers.ts"
export { researchHandlers } from "./researchHandlers.ts"
export { systemHandlers } from "./systemHandlers.ts"
