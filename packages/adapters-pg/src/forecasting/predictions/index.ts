export { placementStatements } from "./placementSql.ts"
