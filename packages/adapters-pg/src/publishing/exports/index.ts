export { ExportStorePg } from "./ExportStorePg.ts"
