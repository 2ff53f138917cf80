import { decodeFailures } from "@auspex/adapters-http/contract"
import { ResearchQuestionDraft } from "@auspex/domain/framing"
import type { Failure } from "@auspex/domain/kernel"
import { Either, ParseResult } from "effect"
import { isMap, isSeq, LineCounter, parseDocument } from "yaml"
import { WrongUsage } from "../../kit/invocation/CommandFailure.ts"

/** A question of a file: its draft, or why it is none. */
export interface FiledQuestion {
  readonly line: number
  readonly draft: Either.Either<ResearchQuestionDraft, ReadonlyArray<Failure>>
}

/** The questions of a file, and whether all of them are plain texts, as those of a survey are. */
export interface QuestionFile {
  readonly questions: ReadonlyArray<FiledQuestion>
  readonly isPlain: boolean
}

const decode = ParseResult.decodeUnknownEither(ResearchQuestionDraft, { errors: "all", onExcessProperty: "error" })

const draftOf = (value: unknown): FiledQuestion["draft"] =>
  Either.mapLeft(
    decode(typeof value === "string" ? { text: value } : value),
    (issue) => decodeFailures(issue, "question")
  )

/**
 * Reads a file of YAML or JSON: a list of questions, or a mapping that has one as `questions`. A question is a text, or a
 * mapping with the fields of the API.
 */
export const readQuestionFile = (name: string, text: string): Either.Either<QuestionFile, WrongUsage> => {
  const wrong = (message: string) => Either.left(new WrongUsage({ message: `${name}${message}` }))
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true })
  const [error] = document.errors
  if (error !== undefined) {
    const reason = error.message.split("\n")[0]!.replace(/ at line \d+, column \d+:$/, "")
    return wrong(`:${lines.linePos(error.pos[0]).line}: ${reason}`)
  }
  const list = isMap(document.contents) ? document.get("questions") : document.contents
  if (!isSeq(list)) return wrong(" is neither a list of questions nor a mapping with one as questions")
  const root = document.toJS({ maxAliasCount: 100 }) as ReadonlyArray<unknown> | { questions: ReadonlyArray<unknown> }
  const values = "questions" in root ? root.questions : root
  return Either.right({
    questions: values.map((value, at) => {
      const { range } = list.items[at] as { readonly range?: readonly [number, number, number] | null }
      return { line: lines.linePos(range?.[0] ?? 0).line, draft: draftOf(value) }
    }),
    isPlain: values.every((value) => typeof value === "string")
  })
}
