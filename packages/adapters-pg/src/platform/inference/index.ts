export { BridgePresencePg } from "./BridgePresencePg.ts"
export { frameRouterNotify, type FrameRouterNotifyOptions } from "./FrameRouterNotify.ts"
