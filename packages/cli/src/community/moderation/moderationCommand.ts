import { type AdminComment, type ModerationFilter, type ModerationStatus } from "@auspex/domain/comments"
import { judgeText, refuse } from "@auspex/domain/kernel"
import { moderationReasonMax } from "@auspex/domain/moderation"
import type { AdminPrediction, RemovedFilter } from "@auspex/domain/predictions"
import { Effect, Schema } from "effect"
import type { ApiClient, ApiFailure } from "../../kit/connection/ApiClient.ts"
import { confirm } from "../../kit/connection/confirm.ts"
import { withConnection } from "../../kit/connection/connect.ts"
import { isDryRun } from "../../kit/connection/isDryRun.ts"
import { printRecord } from "../../kit/output/print.ts"
import type { Column } from "../../kit/output/table.ts"
import type { ChangeFlags, CommandHandler, Invocation, TargetFlags } from "../../kit/invocation/Invocation.ts"
import { printList, type PageFlags } from "../../kit/connection/pages.ts"

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
  { header: "BY", value: (row) => row.user_name, shrinks: true },
  { header: "UPVOTES", value: (row) => row.upvotes, right: true },
  { header: "TEXT", value: (row) => row.content, shrinks: true }
]

const idOfAuthor = ({ accountAdministration }: ApiClient, author: string) =>
  Effect.map(accountAdministration.show({ path: { id: author } }), ({ account }) => account.id)

const isUuid = Schema.is(Schema.UUID)

/** `auspex moderation queue`. */
export const moderationQueue = ((call: Invocation<QueueFlags>) => {
  const { author, question, status } = call.flags
  if (question !== undefined && !isUuid(question)) {
    return refuse("INVALID_REQUEST", "--question must be the id of a question.", { field: "question" })
  }
  return withConnection(call, ({ api }) =>
    Effect.gen(function*() {
      const filter: ModerationFilter = {
        ...(status === undefined ? {} : { status }),
        ...(question === undefined ? {} : { question_id: question }),
        ...(author === undefined ? {} : { user_id: yield* idOfAuthor(api, author) })
      }
      yield* printList(call, "comments", columns, (page) =>
        api.comments.adminComments({ urlParams: { ...filter, ...page } }))
    }))
}) satisfies CommandHandler

const predictionColumns: ReadonlyArray<Column<AdminPrediction>> = [
  { header: "ID", value: (row) => row.id },
  { header: "REMOVED", value: (row) => row.removed_at },
  { header: "BY", value: (row) => row.user_name, shrinks: true },
  { header: "WHY", value: (row) => row.removed_reason, shrinks: true },
  { header: "TEXT", value: (row) => row.reasoning, shrinks: true }
]

/** `auspex moderation predictions`. */
export const removedPredictions = ((call: Invocation<Omit<QueueFlags, "status">>) => {
  const { author, question } = call.flags
  if (question !== undefined && !isUuid(question)) {
    return refuse("INVALID_REQUEST", "--question must be the id of a question.", { field: "question" })
  }
  return withConnection(call, ({ api }) =>
    Effect.gen(function*() {
      const filter: RemovedFilter = {
        ...(question === undefined ? {} : { question_id: question }),
        ...(author === undefined ? {} : { user_id: yield* idOfAuthor(api, author) })
      }
      yield* printList(call, "predictions", predictionColumns, (page) =>
        api.predictionModeration.removedPredictions({ urlParams: { ...filter, ...page } }))
    }))
}) satisfies CommandHandler

interface TextFlags extends ChangeFlags {
  readonly reason: string
  readonly prediction?: boolean
}

/** The fields that both kinds of texts share. */
interface Moderated {
  readonly id: string
  readonly user_name?: string | undefined
  readonly removed_at?: Date | undefined
}

type Path = { readonly path: { readonly id: string } }
type Operation<Text> = (
  request: Path & { readonly payload: { readonly reason: string } }
) => Effect.Effect<Text, ApiFailure>

/** The operations on one kind of text. */
interface TextOperations<Text> {
  readonly show: (request: Path) => Effect.Effect<Text, ApiFailure>
  readonly remove: Operation<Text>
  readonly restore: Operation<Text>
}

/** Performs one action on one text. Reads the text first, so that a dry run and the confirmation can show it. */
const moderateText = <Noun extends "comment" | "prediction", Text extends Moderated>(
  call: Invocation<TextFlags>,
  verb: "remove" | "restore",
  noun: Noun,
  operationsOf: (api: ApiClient) => TextOperations<Readonly<Record<Noun, Text>>>,
  textOf: (found: Text) => string
) => {
  const reason = call.flags.reason.trim()
  const wrong = judgeText("reason", reason, { min: 1, max: moderationReasonMax })
  if (wrong !== undefined) return refuse(wrong.code, wrong.message, wrong)
  return withConnection(call, ({ api, target }) =>
    Effect.gen(function*() {
      const operations = operationsOf(api)
      const shown = yield* operations.show({ path: { id: call.args[0]! } })
      const found = shown[noun]
      if ((found.removed_at === undefined) !== (verb === "remove")) {
        const state = verb === "remove" ? "removed already" : "not removed"
        const subject = noun === "comment" ? "The comment" : "The text of the prediction"
        return yield* refuse("INVALID_TRANSITION", `${subject} is ${state}.`)
      }
      const what = noun === "comment" ? "a comment" : "the text of a prediction"
      const sentence = `${verb} ${what} of ${found.user_name}: "${textOf(found).slice(0, 80)}"`
      if (yield* isDryRun(call, target, sentence)) return yield* printRecord(call, shown, found)
      yield* confirm(call, target, sentence)
      const after = yield* operations[verb]({ path: { id: found.id }, payload: { reason } })
      yield* printRecord(call, after, after[noun])
    }))
}

const commentOperations = ({ comments }: ApiClient): TextOperations<{ readonly comment: AdminComment }> => ({
  show: comments.adminComment,
  remove: comments.removeComment,
  restore: comments.restoreComment
})

const predictionOperations = (
  { predictionModeration }: ApiClient
): TextOperations<{ readonly prediction: AdminPrediction }> => ({
  show: predictionModeration.adminPrediction,
  remove: predictionModeration.removePrediction,
  restore: predictionModeration.restorePrediction
})

const moderate = (call: Invocation<TextFlags>, verb: "remove" | "restore") =>
  call.flags.prediction === true
    ? moderateText(call, verb, "prediction", predictionOperations, ({ reasoning }) => reasoning)
    : moderateText(call, verb, "comment", commentOperations, ({ content }) => content)

/** `auspex moderation remove`. */
export const removeText = ((call: Invocation<TextFlags>) => moderate(call, "remove")) satisfies CommandHandler

/** `auspex moderation restore`. */
export const restoreText = ((call: Invocation<TextFlags>) => moderate(call, "restore")) satisfies CommandHandler
