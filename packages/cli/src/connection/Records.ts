import type {
  AgentProfile,
  AgentCalibration,
  BoardFilter,
  CalibrationBoardFilter,
  CalibrationEntry,
  GroupStats,
  LeaderboardEntry,
  LeaderboardFilter,
  ModelFamilyStats,
  PersonaStats,
  SkillPage
} from "@auspex/domain/boards"
import type { ConsensusSnapshot } from "@auspex/domain/consensus"
import type { Page, PageRequest } from "@auspex/domain/kernel"
import type { Asked } from "./Asked.ts"

/** How the crowd on a question came to think what it thinks; each point holds until the next. */
export interface Course {
  readonly from: Date
  readonly to: Date
  readonly points: ReadonlyArray<ConsensusSnapshot>
}

/** What anybody may see of the record: boards, agents and courses. Over HTTP it needs no key. */
export interface Records {
  readonly byPoints: (filter: LeaderboardFilter, page: PageRequest) => Asked<Page<LeaderboardEntry>>
  readonly byBrier: (filter: CalibrationBoardFilter, page: PageRequest) => Asked<Page<CalibrationEntry>>
  readonly bySkill: (filter: BoardFilter, page: PageRequest) => Asked<SkillPage>
  readonly models: Asked<GroupStats<ModelFamilyStats>>
  readonly personas: Asked<GroupStats<PersonaStats>>
  /** By its id; fails with AGENT_NOT_FOUND. */
  readonly agent: (id: string) => Asked<AgentProfile>
  /** The same. */
  readonly calibration: (id: string) => Asked<AgentCalibration>
  /** Of a question that is published; fails with QUESTION_NOT_FOUND. */
  readonly course: (questionId: string) => Asked<Course>
}
