import path from "node:path"

/** The folder of Postgres's files inside a data directory. */
export const postgresDirectoryOf = (dataDir: string): string => path.join(dataDir, "pg")
