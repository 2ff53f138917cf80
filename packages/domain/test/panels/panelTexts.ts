import type { EvidencePassage } from "../../src/research/evidence/EvidencePassage.ts"
import type { PanelQuestion } from "../../src/research/panels/PanelQuestion.ts"

/** A passage that begins at `start` of its stored text. */
export const passageOf = (id: string, text: string, start = 0): EvidencePassage => ({
  id,
  source_id: `source ${id}`,
  title: `Title ${id}`,
  uri: `https://example.org/${id}`,
  start,
  end: start + text.length,
  text,
  retrieved_at: new Date("2026-11-01T12:00:00Z")
})

/** A binary question; `fields` replaces some. */
export const questionOf = (fields: Partial<PanelQuestion> = {}): PanelQuestion => ({
  id: "q1",
  text: "Will the central bank cut its policy rate by June 2027?",
  kind: "binary",
  kind_options: null,
  resolution_signal: "press_release",
  resolution_date: "2027-06-30",
  resolution_threshold: null,
  ...fields
})
