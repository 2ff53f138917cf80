export { coreHandlers, type CoreServices } from "./coreHandlers.ts"
export { researchSystemHandlers, systemHandlers } from "./systemHandlers.ts"
