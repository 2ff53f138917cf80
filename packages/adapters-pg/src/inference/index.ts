export { frameRouterNotify, type FrameRouterNotifyOptions } from "./FrameRouterNotify.ts"
