import {
  type AdminComment,
  moderationReasonMax,
  type ModerationFilter,
  type ModerationStatus
} from "@auspex/domain/comments"
import { judgeText, refuse } from "@auspex/domain/kernel"
import { Effect } from "effect"
import type { Asked } from "../connection/Asked.ts"
import { confirm } from "../connection/confirm.ts"
import { withConnection } from "../connection/connect.ts"
import { isRehearsal } from "../connection/isRehearsal.ts"
import type { ModerationDesk } from "../connection/ModerationDesk.ts"
import { answerOne, answerPage } from "../output/answer.ts"
import type { Column } from "../output/table.ts"
import type { ActFlags, CommandAct, Invocation, TargetFlags } from "../program/Invocation.ts"
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

/** One act on one comment: looks at it first, so that a dry run and a question can show it. */
const act = (
  call: Invocation<ActFlags & { readonly reason: string }>,
  how: {
    readonly verb: string
    readonly impossible: (comment: AdminComment) => string | undefined
    readonly do: (moderation: ModerationDesk, id: string, reason: string) => Asked<AdminComment>
  }
) => {
  const reason = call.flags.reason.trim()
  const wrong = judgeText("reason", reason, { min: 1, max: moderationReasonMax })
  if (wrong !== undefined) return refuse(wrong.code, wrong.message, wrong)
  return withConnection(call, ({ moderation, target }) =>
    Effect.gen(function*() {
      const comment = yield* moderation.show(call.args[0]!)
      const impossible = how.impossible(comment)
      if (impossible !== undefined) return yield* refuse("INVALID_TRANSITION", impossible)
      const sentence = `${how.verb} a comment of ${comment.user_name}: "${comment.content.slice(0, 80)}"`
      if (yield* isRehearsal(call, target, sentence)) return yield* answerOne(call, { comment }, comment)
      yield* confirm(call, target, sentence)
      const after = yield* how.do(moderation, comment.id, reason)
      yield* answerOne(call, { comment: after }, after)
    }))
}

/** `auspex moderation remove`. */
export const removeComment = ((call: Invocation<ActFlags & { readonly reason: string }>) =>
  act(call, {
    verb: "remove",
    impossible: ({ removed_at }) => removed_at === undefined ? undefined : "The comment is removed already.",
    do: (moderation, id, reason) => moderation.remove(id, reason)
  })) satisfies CommandAct

/** `auspex moderation restore`. */
export const restoreComment = ((call: Invocation<ActFlags & { readonly reason: string }>) =>
  act(call, {
    verb: "restore",
    impossible: ({ removed_at }) => removed_at === undefined ? "The comment is not removed." : undefined,
    do: (moderation, id, reason) => moderation.restore(id, reason)
  })) satisfies CommandAct
