import { type AdminComment, type ModerationFilter, type ModerationStatus } from "@auspex/domain/comments"
import { judgeText, moderationReasonMax, refuse } from "@auspex/domain/kernel"
import type { AdminPrediction, RemovedFilter } from "@auspex/domain/predictions"
import { Effect } from "effect"
import type { Administration } from "../connection/Administration.ts"
import { confirm } from "../connection/confirm.ts"
import { withConnection } from "../connection/connect.ts"
import { isRehearsal } from "../connection/isRehearsal.ts"
import type { TextDesk } from "../connection/ModerationDesk.ts"
import { answerOne, answerPage } from "../output/answer.ts"
import type { Column } from "../output/table.ts"
import type { ActFlags, CommandAct, Invocation, TargetFlags } from "../invocation/Invocation.ts"
import { isId } from "./isId.ts"
import { type PageFlags, pagesOf } from "./pages.ts"

interface QueueFlags extends TargetFlags, PageFlags {
  readonly status?: ModerationStatus
  readonly question?: string
  readonly author?: string
}

const stateOf = ({ author_suspended, removed_at }: AdminComment): string =>
  removed_at !== undefined ? "removed" : author_suspended ? "author suspended" : "visible"

const columns: ReadonlyArray<Column<AdminComment>> = [
  { header: "ID", value: (row) => row.id },
  {
    header: "STATE",
    value: stateOf,
    colour: (row) => row.removed_at === undefined ? undefined : "yellow"
  },
  { header: "MADE", value: (row) => row.created_at },
  { header: "BY", value: (row) => row.user_name, gives: true },
  { header: "UPVOTES", value: (row) => row.upvotes, right: true },
  { header: "TEXT", value: (row) => row.content, gives: true }
]

/** `auspex moderation queue`. */
export const moderationQueue = ((call: Invocation<QueueFlags>) => {
  const { author, question, status } = call.flags
  if (question !== undefined && !isId(question)) {
    return refuse("INVALID_REQUEST", "--question must be the id of a question.", { field: "question" })
  }
  return withConnection(call, ({ accounts, moderation }) =>
    Effect.gen(function*() {
      const filter: ModerationFilter = {
        ...(status === undefined ? {} : { status }),
        ...(question === undefined ? {} : { question_id: question }),
        ...(author === undefined ? {} : { user_id: (yield* accounts.show(author)).id })
      }
      const page = yield* pagesOf(call.flags, (page) => moderation.list(filter, page))
      yield* answerPage(call, "comments", page, columns)
    }))
}) satisfies CommandAct

const predictionColumns: ReadonlyArray<Column<AdminPrediction>> = [
  { header: "ID", value: (row) => row.id },
  { header: "REMOVED", value: (row) => row.removed_at },
  { header: "BY", value: (row) => row.user_name, gives: true },
  { header: "WHY", value: (row) => row.removed_reason, gives: true },
  { header: "TEXT", value: (row) => row.reasoning, gives: true }
]

/** `auspex moderation predictions`. */
export const removedPredictions = ((call: Invocation<Omit<QueueFlags, "status">>) => {
  const { author, question } = call.flags
  if (question !== undefined && !isId(question)) {
    return refuse("INVALID_REQUEST", "--question must be the id of a question.", { field: "question" })
  }
  return withConnection(call, ({ accounts, predictionTexts }) =>
    Effect.gen(function*() {
      const filter: RemovedFilter = {
        ...(question === undefined ? {} : { question_id: question }),
        ...(author === undefined ? {} : { user_id: (yield* accounts.show(author)).id })
      }
      const page = yield* pagesOf(call.flags, (page) => predictionTexts.listRemoved(filter, page))
      yield* answerPage(call, "predictions", page, predictionColumns)
    }))
}) satisfies CommandAct

interface TextFlags extends ActFlags {
  readonly reason: string
  readonly prediction?: boolean
}

/** What both kinds of texts have. */
interface Moderated {
  readonly id: string
  readonly user_name?: string | undefined
  readonly removed_at?: Date | undefined
}

/** One act on one text: looks at it first, so that a dry run and a question can show it. */
const actOn = <Text extends Moderated>(
  call: Invocation<TextFlags>,
  verb: "remove" | "restore",
  noun: "comment" | "prediction",
  deskOf: (administration: Administration) => TextDesk<Text>,
  textOf: (found: Text) => string
) => {
  const reason = call.flags.reason.trim()
  const wrong = judgeText("reason", reason, { min: 1, max: moderationReasonMax })
  if (wrong !== undefined) return refuse(wrong.code, wrong.message, wrong)
  return withConnection(call, (administration) =>
    Effect.gen(function*() {
      const desk = deskOf(administration)
      const found = yield* desk.show(call.args[0]!)
      if ((found.removed_at === undefined) !== (verb === "remove")) {
        const state = verb === "remove" ? "removed already" : "not removed"
        const subject = noun === "comment" ? "The comment" : "The text of the prediction"
        return yield* refuse("INVALID_TRANSITION", `${subject} is ${state}.`)
      }
      const what = noun === "comment" ? "a comment" : "the text of a prediction"
      const sentence = `${verb} ${what} of ${found.user_name}: "${textOf(found).slice(0, 80)}"`
      if (yield* isRehearsal(call, administration.target, sentence)) {
        return yield* answerOne(call, { [noun]: found }, found)
      }
      yield* confirm(call, administration.target, sentence)
      const after = yield* desk[verb](found.id, reason)
      yield* answerOne(call, { [noun]: after }, after)
    }))
}

const act = (call: Invocation<TextFlags>, verb: "remove" | "restore") =>
  call.flags.prediction === true
    ? actOn<AdminPrediction>(call, verb, "prediction", (desks) => desks.predictionTexts, ({ reasoning }) => reasoning)
    : actOn<AdminComment>(call, verb, "comment", (desks) => desks.moderation, ({ content }) => content)

/** `auspex moderation remove`. */
export const removeText = ((call: Invocation<TextFlags>) => act(call, "remove")) satisfies CommandAct

/** `auspex moderation restore`. */
export const restoreText = ((call: Invocation<TextFlags>) => act(call, "restore")) satisfies CommandAct
