export { frameRouterLocal, type LocalInstances } from "./FrameRouterLocal.ts"
