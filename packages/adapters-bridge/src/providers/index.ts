export { limitInference } from "./limitInference.ts"
export { modelProvidersHttp, withoutKey } from "./ModelProvidersHttp.ts"
