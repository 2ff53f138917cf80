import { Schema } from "effect"
import { ResearchQuestionKind } from "../../research/framing/ResearchQuestionKind.ts"
import { Interval } from "../../kernel/Interval.ts"
import { PacketSegment } from "../../research/packets/DecisionPacket.ts"
import { PooledAnswer } from "../../research/packets/PooledAnswer.ts"

/** A share of the people who answered, from 0 to 1, with Wilson's 95 % interval. */
const share = { count: Schema.Int, share: Schema.Number, interval: Interval }

/** An option with the people who chose it. */
export const CountedOption = Schema.Struct({ option: Schema.String, ...share }).annotations({
  identifier: "CountedOption"
})
export interface CountedOption extends Schema.Schema.Type<typeof CountedOption> {}

/** Neighbouring points of a scale, counted together. */
export const CountedBox = Schema.Struct({ points: Schema.Array(Schema.String), ...share }).annotations({
  identifier: "CountedBox"
})
export interface CountedBox extends Schema.Schema.Type<typeof CountedBox> {}

/** The answers in one row. A question without a matrix has one row with the name "". */
export const CountedRow = Schema.Struct({
  row: Schema.String,
  answered: Schema.Int,
  options: Schema.Array(CountedOption),
  /** The mean of the points of a scale or of stars; null for other kinds and without answers. */
  mean: Schema.NullOr(Schema.Number),
  /** Its 95 % interval, cut at the scale (`meanInterval`); null with fewer than two answers. */
  mean_interval: Schema.NullOr(Interval),
  median: Schema.NullOr(Schema.Number),
  /** The two highest points of a scale or of stars; null for other kinds. */
  top_box: Schema.NullOr(CountedBox),
  /** The two lowest points. */
  bottom_box: Schema.NullOr(CountedBox)
}).annotations({ identifier: "CountedRow" })
export interface CountedRow extends Schema.Schema.Type<typeof CountedRow> {}

/** What people answered to one question. */
export const CountedQuestion = Schema.Struct({
  question_id: Schema.String,
  /** The number of responses that answer the question, at least in one row. */
  answered: Schema.Int,
  /**
   * The number of responses that left the question unanswered; responses from before the question was added do not
   * count.
   */
  unanswered: Schema.Int,
  /** Empty for a question with answers in words. */
  rows: Schema.Array(CountedRow)
}).annotations({ identifier: "CountedQuestion" })
export interface CountedQuestion extends Schema.Schema.Type<typeof CountedQuestion> {}

/** The answers that came through one link. */
export const LinkResults = Schema.Struct({
  link_id: Schema.String,
  name: Schema.String,
  responses: Schema.Int,
  questions: Schema.Array(CountedQuestion)
}).annotations({ identifier: "LinkResults" })
export interface LinkResults extends Schema.Schema.Type<typeof LinkResults> {}

/** The personas' answers to one question. */
export const PanelQuestionResult = Schema.Struct({
  question_id: Schema.String,
  answered: Schema.Int,
  /** Null for a question with answers in words. */
  aggregate: Schema.NullOr(PooledAnswer),
  segments: Schema.Array(PacketSegment)
}).annotations({ identifier: "PanelQuestionResult" })
export interface PanelQuestionResult extends Schema.Schema.Type<typeof PanelQuestionResult> {}

/** The answers of an assigned panel of personas in its latest completed run. */
export const PanelResults = Schema.Struct({
  packet_id: Schema.String,
  version: Schema.Int,
  published_at: Schema.Date,
  warning: Schema.String,
  questions: Schema.Array(PanelQuestionResult)
}).annotations({ identifier: "PanelResults" })
export interface PanelResults extends Schema.Schema.Type<typeof PanelResults> {}

/** A question of the survey with the answers of people. */
export const ResponseQuestion = Schema.Struct({
  ...CountedQuestion.fields,
  text: Schema.String,
  kind: Schema.NullOr(ResearchQuestionKind),
  /** The statement of a likert question; null for other kinds. */
  statement: Schema.NullOr(Schema.String)
}).annotations({ identifier: "ResponseQuestion" })
export interface ResponseQuestion extends Schema.Schema.Type<typeof ResponseQuestion> {}

/** The results of a survey. People and personas are never counted together. */
export const ResponseResults = Schema.Struct({
  project_id: Schema.String,
  responses: Schema.Int,
  /** The limits of the answers of people, in plain sentences. */
  warnings: Schema.Array(Schema.String),
  /** In the order of the survey. */
  questions: Schema.Array(ResponseQuestion),
  /** The questions whose first two options are closest, at most five; without matrices and answers in words. */
  most_contested: Schema.Array(Schema.String),
  /** The questions whose first option is furthest ahead of the second, at most five. */
  highest_consensus: Schema.Array(Schema.String),
  /** By link, the oldest first; empty unless several links have responses, and always for very long surveys. */
  by_link: Schema.Array(LinkResults),
  /** Null unless a panel of personas was assigned and has answered. */
  panel: Schema.NullOr(PanelResults)
}).annotations({ identifier: "ResponseResults" })
export interface ResponseResults extends Schema.Schema.Type<typeof ResponseResults> {}
