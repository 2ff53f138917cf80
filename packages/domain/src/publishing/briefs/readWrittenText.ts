import { Array as Arr, Either, Option, Schema } from "effect"
import { readModelAnswer } from "../../platform/inference/ModelAnswer.ts"
import {
  writtenArgumentMax,
  writtenArgumentMin,
  writtenArgumentsMax,
  writtenSummaryMax,
  shownPredictionsMax
} from "./briefPrompt.ts"
import type { BriefMaterial, BriefText } from "./BriefWriter.ts"
import type { ArguedPrediction } from "./KeyArguments.ts"

const Argument = Schema.Struct({ prediction_id: Schema.String, text: Schema.String })
const WrittenBrief = Schema.Struct({
  summary: Schema.String,
  arguments_for: Schema.Array(Argument).pipe(Schema.maxItems(writtenArgumentsMax)),
  arguments_against: Schema.Array(Argument).pipe(Schema.maxItems(writtenArgumentsMax))
})
const WrittenDay = Schema.Struct({ summary: Schema.String })

const decodeBrief = Schema.decodeUnknownOption(WrittenBrief)
const decodeDay = Schema.decodeUnknownOption(WrittenDay)

const otherShape = "the answer has another shape"

/** Markup, links, invisible and control characters: nothing of it belongs into plain text. */
const unplain = /<[a-z/!?]|\]\(|&#?\w+;|[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/iu
const address = /\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.|(?:data|javascript|mailto):)\S*/giu

/** Whether a text is plain and has no address but the permitted ones. */
const isPlain = (text: string, permitted: ReadonlySet<string>): boolean =>
  !unplain.test(text) && (text.match(address) ?? []).every((found) => permitted.has(found.replace(/[.,;:!?)]+$/, "")))

const oneLine = (text: string): string => text.replace(/\s+/gu, " ").trim()

const summaryOf = (text: string, permitted: ReadonlySet<string>): Option.Option<string> => {
  const summary = oneLine(text)
  return summary !== "" && Array.from(summary).length <= writtenSummaryMax && isPlain(summary, permitted)
    ? Option.some(summary)
    : Option.none()
}

/** The quotation with its author, if it is a part of the reasoning of a prediction that the model was shown. */
const quotationOf = (
  predictions: ReadonlyArray<ArguedPrediction>,
  { prediction_id, text }: typeof Argument.Type
): Option.Option<BriefText["arguments_for"][number]> => {
  const quoted = oneLine(text)
  const length = Array.from(quoted).length
  const found = predictions.slice(0, shownPredictionsMax).find((one) => one.prediction_id === prediction_id)
  return found !== undefined && length >= writtenArgumentMin && length <= writtenArgumentMax
      && oneLine(found.reasoning).includes(quoted) && isPlain(quoted, new Set())
    ? Option.some({
      prediction_id,
      user_name: found.user_name,
      confidence: found.confidence,
      ...(found.selected_option === null ? {} : { selected_option: found.selected_option }),
      text: quoted
    })
    : Option.none()
}

/**
 * The text of a brief in a model's answer, if all of it may be shown: the summary is plain text without addresses that
 * are not among the evidence, and every argument is a quotation of the prediction that it names. An answer with a flaw is
 * worth nothing, because a model that was talked into one thing may have been talked into others.
 */
export const readBriefText = (
  answer: string,
  { facts }: Pick<BriefMaterial, "facts">,
  generated_by: string
): Either.Either<BriefText, string> =>
  Either.flatMap(readModelAnswer(answer, decodeBrief, otherShape), (written) =>
    Option.gen(function*() {
      const permitted = new Set(facts.key_evidence.map(({ url }) => url))
      const summary = yield* summaryOf(written.summary, permitted)
      const quotations = (predictions: ReadonlyArray<ArguedPrediction>, given: typeof written.arguments_for) =>
        Option.all(Arr.map(given, (argument) => quotationOf(predictions, argument)))
      return {
        generated_by,
        summary,
        arguments_for: yield* quotations(facts.strongest_for, written.arguments_for),
        arguments_against: yield* quotations(facts.strongest_against, written.arguments_against)
      }
    }).pipe(Either.fromOption(() => "the answer is not plain text or does not quote its sources")))

/** The summary of a day in a model's answer, if it is plain text without addresses. */
export const readDaySummary = (answer: string): Either.Either<string, string> =>
  Either.flatMap(
    readModelAnswer(answer, decodeDay, otherShape),
    ({ summary }) => Either.fromOption(summaryOf(summary, new Set()), () => "the answer is not plain text")
  )
