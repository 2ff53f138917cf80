export {
  embeddingAnswerBytesMax,
  embeddingBody,
  embeddingProtocols,
  inputStatuses,
  judgeVectors,
  readVectors
} from "./embeddingProtocols.ts"
export { type AnswerReader, type ChatRequest, type ModelProtocol } from "./ModelProtocol.ts"
export { modelProtocols } from "./modelProtocols.ts"
export { ModelServerFailed } from "./ModelServerFailed.ts"
export { parseJson, serverWords } from "./serverWords.ts"
