export { startBrowser } from "./startBrowser.ts"
