export {
  type EmbeddingsFault,
  type FakeEmbeddingsRequest,
  type FakeEmbeddingsServer,
  fakeDimensions,
  fakeVector,
  startEmbeddingsServer
} from "./FakeEmbeddingsServer.ts"
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
