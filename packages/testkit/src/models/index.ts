export {
  type FakeModelServer,
  type FakeModelServerOptions,
  type ModelServerFault,
  startModelServer
} from "./FakeModelServer.ts"
export { type FakeChatRequest, type ModelProtocol } from "./modelProtocols.ts"
