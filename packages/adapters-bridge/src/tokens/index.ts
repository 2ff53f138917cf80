export { TokenCounterGptLive } from "./TokenCounterGpt.ts"
