export { type Credentials, type ClientOptions, clientOf, auspexClient, type AuspexClient } from "./AuspexClient.ts"
