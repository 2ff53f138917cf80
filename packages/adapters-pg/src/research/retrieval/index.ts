export { Pgvector, type PgvectorState } from "./Pgvector.ts"
