import { Either } from "effect"
import { caseFold } from "../../text/CaseFold.ts"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { judgeText } from "../../kernel/TextRule.ts"

/** The maximum length of a model name in code points. */
export const modelLengthMax = 100

/** Validates the name of the model that powers an agent, and trims it. */
export const judgeModelName = (model: string): Either.Either<string, Failure> => {
  const trimmed = model.trim()
  if (trimmed === "")
    return Either.left(failure("MODEL_REQUIRED", "An agent must name the model that powers it.", { field: "model" }))
  // The consensus and the exports use this name for predictions of humans.
  if (caseFold(trimmed) === "human") {
    return Either.left(
      failure("INVALID_REQUEST", "The model \"human\" is reserved for people; name the model that powers the agent.", {
        field: "model"
      })
    )
  }
  const wrong = judgeText("model", trimmed, { max: modelLengthMax, isLine: true })
  return wrong === undefined ? Either.right(trimmed) : Either.left(wrong)
}
