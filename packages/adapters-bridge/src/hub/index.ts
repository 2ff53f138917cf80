export { type BridgeClient, BridgeHub } from "./BridgeHub.ts"
export { acceptSocket } from "./bridgeSocket.ts"
export { type AnswerSink, Machine, type Unavailable, type Wire } from "./Machine.ts"
