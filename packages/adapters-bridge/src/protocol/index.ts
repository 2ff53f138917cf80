export {
  ClientFrame,
  decodeClientFrame,
  decodeServiceFrame,
  Heartbeat,
  InferCancel,
  InferChunk,
  InferDone,
  InferError,
  InferRequest,
  LoadedModel,
  ServiceFrame,
  SystemInfo
} from "./Frame.ts"
