export { type EmbeddingsFault, type FakeEmbeddingsRequest, fakeDimensions, fakeVector } from "./fakeEmbeddings.ts"
export { type FakeEmbeddingsServer, startEmbeddingsServer } from "./FakeEmbeddingsServer.ts"
export {
  type FakeModelServer,
  type FakeModelServerOptions,
  type ModelServerFault,
  startModelServer
} from "./FakeModelServer.ts"
export { type FakeChatRequest, type ModelProtocol } from "./modelProtocols.ts"
export {
  readPrompt,
  type ReadPrompt,
  scriptedSpecialist,
  type SpecialistManner,
  type SpecialistPrompt
} from "./scriptedSpecialist.ts"
