import { syntheticWarning } from "../../research/packets/audienceTexts.ts"
import type { DecisionPacket } from "../../research/packets/DecisionPacket.ts"
import type { PanelResults } from "./ResponseResults.ts"

/** The answers of the personas of a packet; null for a packet of specialists. */
export const panelResults = ({ answers, id, published_at, version }: DecisionPacket): PanelResults | null => {
  const questions = answers.flatMap(({ aggregate, question_id, segments }) =>
    segments === undefined ? [] : [{
      question_id,
      answered: segments.reduce((sum, { answered }) => sum + answered, 0),
      aggregate,
      segments
    }]
  )
  return questions.length === 0 ? null : {
    packet_id: id,
    version,
    published_at,
    warning: syntheticWarning,
    questions
  }
}
