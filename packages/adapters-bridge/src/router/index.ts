export { frameRouterLocal, type LocalInstances } from "./FrameRouterLocal.ts"
export { frameRouterNats, type FrameRouterNatsOptions } from "./FrameRouterNats.ts"
