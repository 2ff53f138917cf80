export { coreHandlers, type CoreServices } from "./coreHandlers.ts"
export { systemHandlers } from "./systemHandlers.ts"
