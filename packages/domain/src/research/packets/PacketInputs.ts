import type { EvidencePassage } from "../evidence/EvidencePassage.ts"
import type { PanelQuestion } from "../panels/PanelQuestion.ts"
import type { ProjectPanel } from "../panels/ProjectPanel.ts"
import type { PanelReasoning } from "../panels/PanelReasoning.ts"
import type { DecisionPacket, PacketProject } from "./DecisionPacket.ts"
import type { Distribution } from "./Distribution.ts"
import type { TrackRecord } from "./TrackRecord.ts"

/** A source of the project. */
export interface PacketSource {
  readonly id: string
  /** Null while its page has not been read. */
  readonly title: string | null
  readonly uri: string
  /** What is cited of a rejected source is dropped. */
  readonly status: "queued" | "ready" | "rejected"
  /** Null before the first reading; citations of an unread source are dropped. */
  readonly retrieved_at: Date | null
  readonly content_hash: string | null
}

/** A passage with its place in the stored text, to check quotes by. */
export interface PacketPassage extends Pick<EvidencePassage, "id" | "source_id" | "start" | "text" | "retrieved_at"> {
  /** Of the text of the version that the passage is from, which need not be the newest of its source. */
  readonly content_hash: string
}

/** What the crowd says to a question. */
export interface CrowdAnswer {
  readonly question_id: string
  readonly predictors: number
  /** The probability of "yes", for a binary question. */
  readonly probability?: number
  /** The shares of the options of each row, for every kind. */
  readonly distribution?: ReadonlyArray<Distribution>
}

/** Everything that a packet is made of. Only the order of the questions matters. */
export interface PacketInputs {
  readonly id: string
  readonly published_at: Date
  readonly project: PacketProject
  readonly questions: ReadonlyArray<PanelQuestion>
  readonly reasonings: ReadonlyArray<PanelReasoning>
  readonly sources: ReadonlyArray<PacketSource>
  /** By id; every passage that may be cited. */
  readonly passages: ReadonlyMap<string, PacketPassage>
  readonly records: ReadonlyArray<TrackRecord>
  readonly crowd?: ReadonlyArray<CrowdAnswer>
  /** Who answers in an audience, a simulation, or a survey with an assigned panel. */
  readonly panel?: ProjectPanel
  /** In a simulation, the reasonings of the run that has completed, of all rounds. */
  readonly rounds?: ReadonlyArray<PanelReasoning>
  /** The latest packet of the project; the new one has the next version. */
  readonly previous?: DecisionPacket
}
