export { adoptEvents } from "./adoptEvents.ts"
