import { createHash } from "node:crypto"
import fs from "node:fs"
import { fileURLToPath } from "node:url"

/** One forward step of the schema. */
export interface Migration {
  readonly id: number
  readonly name: string
  readonly sql: string
  /** SHA-256 of the file, hex. */
  readonly checksum: string
}

/** The directory of the migration files; the same from src/ and from dist/. */
export const migrationsDirectory: string = fileURLToPath(new URL("../../migrations/", import.meta.url))

/** Every migration, in order. Unlisted files are ignored; a test compares the list with the directory. */
export const migrationNames = [
  "0000_platform",
  "0001_forecasting_loop",
  "0002_login_failures",
  "0003_record",
  "0004_boards",
  "0005_insight",
  "0006_briefs",
  "0007_social",
  "0008_comments",
  "0009_guardians",
  "0010_disputes",
  "0011_issues",
  "0012_shares",
  "0013_telling",
  "0014_owners",
  "0015_placing",
  "0016_bigint_points",
  "0017_first_hour",
  "0018_fair_play",
  "0019_engine",
  "0020_gates",
  "0021_notification_keys",
  "0022_moderation",
  "0023_disputes",
  "0024_owner_votes",
  "0025_notification_ids",
  "0026_webhooks",
  "0027_articles",
  "0028_surveys",
  "0029_campaigns",
  "0030_personas",
  "0031_survey_targets",
  "0032_survey_respondents",
  "0033_bridge",
  "0034_inference",
  "0035_brief_texts",
  "0036_workspaces",
  "0037_retrieval",
  "0038_projects",
  "0039_workspace_webhooks",
  "0040_panel_runs",
  "0041_packets",
  "0042_platform_search",
  "0043_retrieval_sweep",
  "0044_project_panels",
  "0045_embeddings",
  "0046_survey_links",
  "0047_scores_and_refused_texts",
  "0048_compared_vectors",
  "0049_parts_of_events",
  "0050_due_scores",
  "0051_citation_pages",
  "0052_subscribed_events",
  "0053_removed_webhooks",
  "0054_counting_plans",
  "0055_numbered_leases",
  "0056_quick_ids",
  "0057_debate_bonuses",
  "0058_persona_sources",
  "0059_used_links"
] as const

/** Reads one migration file. */
export const readMigration = (directory: string, file: string): Migration => {
  const sql = fs.readFileSync(`${directory}/${file}.sql`, "utf8")
  return {
    id: Number(file.slice(0, 4)),
    name: file.slice(5),
    sql,
    checksum: createHash("sha256").update(sql).digest("hex")
  }
}

let loaded: ReadonlyArray<Migration> | undefined

/** The registered migrations with their texts, read from disk once. */
export const migrations = (): ReadonlyArray<Migration> =>
  loaded ??= migrationNames.map((file) => readMigration(migrationsDirectory, file))

/** A digest of the whole schema; it changes when any migration does. */
export const schemaChecksum = (): string =>
  createHash("sha256").update(migrations().map(({ checksum, id }) => `${id}:${checksum}`).join("\n")).digest("hex")
