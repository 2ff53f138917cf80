export {
  type Credentials,
  type ClientOptions,
  clientOf,
  auspexClient,
  type AuspexClient,
  researchClient,
  type ResearchClient
} from "./AuspexClient.ts"
