import { type Context, Effect } from "effect"
import { compilePersona } from "./compilePersona.ts"
import { interviewDraft, type InterviewDraft, interviewFillings, type InterviewFit } from "./interviewDraft.ts"
import type { QuestionAnswers } from "./PersonaInterview.ts"
import { promptTokensMax, promptTokensMin, type TokenCounter } from "./TokenCounter.ts"

/** The characters of an answer that are tried first; three answers of this length never fit. */
const answerKeptMax = 2_000
/** By how much the answers get shorter from one attempt to the next. */
const shorteningFactor = 0.85

/**
 * The persona of five answers, whose prompt always lies within its bounds: all answers get the same number of characters,
 * as many as fit, and are followed by words of the nearest archetype while the prompt is too short.
 */
export const fitInterview = (
  answers: QuestionAnswers,
  tokens: Context.Tag.Service<TokenCounter>
): Effect.Effect<InterviewDraft> => {
  const draftOf = interviewDraft(answers)
  const attempt = (fit: InterviewFit) => {
    const draft = draftOf(fit)
    // An attempt takes milliseconds; other requests come between two of them.
    return Effect.map(
      Effect.zipRight(Effect.yieldNow(), tokens.count(compilePersona(draft.name, draft.dimensions))),
      (length) => ({ draft, length })
    )
  }
  return Effect.gen(function*() {
    let fit: InterviewFit = { answerMax: answerKeptMax, ...interviewFillings[0]! }
    let made = yield* attempt(fit)
    while (made.length > promptTokensMax) {
      fit = { ...fit, answerMax: Math.floor(fit.answerMax * shorteningFactor) }
      made = yield* attempt(fit)
    }
    for (const filling of interviewFillings.slice(1)) {
      if (made.length >= promptTokensMin) break
      made = yield* attempt({ ...fit, ...filling })
    }
    return made.draft
  })
}
