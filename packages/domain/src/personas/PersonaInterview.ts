import { Array as Arr, Either, Record } from "effect"
import { choiceFailure } from "../kernel/Choice.ts"
import type { Failure, Failures } from "../kernel/Failure.ts"
import { judgeText } from "../kernel/TextRule.ts"
import { oneLine } from "./oneLine.ts"
import { type PersonaDimension, personaDimensions, type PersonaDimensions } from "./PersonaDimension.ts"
import { type PartialPersonaTraits, personaTraits } from "./PersonaTrait.ts"

/** The permitted lengths of a persona's name and of one answer, in code points. */
export const personaNameMax = 80
export const personaAnswerMax = 1_000

/** A question of the interview, with what to say about each dimension that it covers. */
export interface InterviewQuestion {
  readonly id: string
  readonly question: string
  readonly parts: ReadonlyArray<{ readonly dimension: PersonaDimension; readonly prompt: string }>
}

/** The five questions that make a custom persona. Together they cover every dimension once. */
export const personaInterview: ReadonlyArray<InterviewQuestion> = [
  {
    id: "method",
    question: "How do you find out what is true, and how do you turn it into a probability?",
    parts: [
      { dimension: "epistemology", prompt: "When do you count a claim as known? What do you distrust?" },
      {
        dimension: "methodology",
        prompt: "Which steps lead to your number? Name the data sets and reference classes."
      },
      { dimension: "evidence_hierarchy", prompt: "Which kinds of source come first, and which come last?" }
    ]
  },
  {
    id: "ground",
    question: "Which ground do you know, and how far ahead can you see from there?",
    parts: [
      { dimension: "field", prompt: "Which questions do you take on, and which do you leave to others?" },
      { dimension: "expertise_areas", prompt: "What do you know in detail that most forecasters do not?" },
      { dimension: "time_horizon", prompt: "Over which spans are you good, and how does your uncertainty grow?" }
    ]
  },
  {
    id: "position",
    question: "From which position do you look at the world, and what depends on your forecasts?",
    parts: [
      { dimension: "role", prompt: "What do you do, for whom, and what has that taught you?" },
      { dimension: "geographic_lens", prompt: "Which places do you look at first, and which do you tend to miss?" },
      { dimension: "stakes", prompt: "What does an error cost, in each direction?" }
    ]
  },
  {
    id: "doubt",
    question: "Where do you go wrong, and where do you disagree with the majority?",
    parts: [
      { dimension: "blind_spots", prompt: "Which errors do you repeat, and how do you correct for them?" },
      { dimension: "contrarian_views", prompt: "What do you believe that most forecasters do not, with your numbers?" }
    ]
  },
  {
    id: "confidence",
    question: "What makes you sure, and what changes your mind?",
    parts: [
      { dimension: "confidence_triggers", prompt: "What has to come together before you go above 80 percent?" },
      { dimension: "update_policy", prompt: "How far does which kind of news move you, in percentage points?" }
    ]
  }
]

/** The answers of an interview, before validation: a text for each dimension, and a trait for some. */
export interface InterviewRequest {
  readonly name: string
  readonly answers: PersonaDimensions
  readonly traits?: { readonly [Dimension in PersonaDimension]?: string | undefined } | undefined
}

/** Validated answers. */
export interface InterviewAnswers {
  readonly name: string
  readonly dimensions: PersonaDimensions
  readonly traits: PartialPersonaTraits
}

const judgeTrait = (dimension: PersonaDimension, trait: string | undefined): ReadonlyArray<Failure> => {
  const choices: ReadonlyArray<string> = personaTraits[dimension]
  return trait === undefined || choices.includes(trait) ? [] : [choiceFailure(`traits.${dimension}`, trait, choices)]
}

/** Validates the answers of an interview and brings each onto one line. Fails with `INVALID_REQUEST` per field. */
export const judgeInterview = (
  { answers, name, traits = {} }: InterviewRequest
): Either.Either<InterviewAnswers, Failures> => {
  const texts = Record.map(answers, oneLine)
  const failures = [
    judgeText("name", oneLine(name), { min: 1, max: personaNameMax }),
    ...personaDimensions.map((dimension) =>
      judgeText(`answers.${dimension}`, texts[dimension], { min: 1, max: personaAnswerMax })
    ),
    ...personaDimensions.flatMap((dimension) => judgeTrait(dimension, traits[dimension]))
  ].filter((failure) => failure !== undefined)
  return Arr.isNonEmptyReadonlyArray(failures)
    ? Either.left(failures)
    : Either.right({
      name: oneLine(name),
      dimensions: texts,
      traits: Record.filter(traits as Record<string, string | undefined>, (trait) => trait !== undefined)
    })
}
