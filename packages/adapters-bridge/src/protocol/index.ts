export {
  advanceSession,
  type BridgeSession,
  type BridgeSessionEvent,
  type BridgeSessionLimits,
  bridgeSessionLimits,
  closeCodes,
  type CloseCode,
  type Closing,
  isAheadOfReader,
  isPingDue,
  openedSession
} from "./BridgeSession.ts"
export {
  ClientFrame,
  decodeServiceFrame,
  EmbedDone,
  EmbedRequest,
  embedTextsMax,
  Heartbeat,
  HeartbeatPayload,
  InferCancel,
  InferChunk,
  InferDone,
  InferError,
  InferRequest,
  ServiceFrame
} from "./Frame.ts"
export { concurrencyMax, frameBytesMax, messageBytesMax, requestIdLengthMax } from "./frameLimits.ts"
export { heartbeatMillis } from "./machineSilence.ts"
export { type FrameFault, readClientFrame, type UnknownFrame } from "./readClientFrame.ts"
export { readHeartbeat } from "./readHeartbeat.ts"
export { readVectorText, vectorText } from "./vectorText.ts"
