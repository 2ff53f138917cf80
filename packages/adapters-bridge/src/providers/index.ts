export { type EmbeddingModel, embeddingsHttp } from "./EmbeddingsHttp.ts"
export { limitInference } from "./limitInference.ts"
export { modelProvidersHttp } from "./ModelProvidersHttp.ts"
export { withoutKey } from "./providerRequests.ts"
