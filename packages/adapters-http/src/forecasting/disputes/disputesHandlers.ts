import { DisputeAdministration, Disputes } from "@auspex/domain/disputes"
import { Effect } from "effect"
import { DisputesApi } from "./DisputesApi.ts"
import { listAnswer } from "../../wire/listOf.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { reply } from "../../engine/Reply.ts"
import { answerList, answerOne } from "../../engine/namedAnswer.ts"

const outcomes = { true: true, false: false, void: null } as const

/** Disputes of resolutions. */
export const disputesHandlers = handlersFor(DisputesApi, {
  fileDispute: ({ actor, path, payload }) =>
    answerOne(Disputes, "dispute", (disputes) => disputes.file(actor, path.id, payload)),
  questionDisputes: ({ path, query }) =>
    answerList(Disputes, "disputes", (disputes) => disputes.ofQuestion(path.id, query)),
  adminDisputes: ({ actor, query }) =>
    answerList(DisputeAdministration, "disputes", (disputes) => disputes.list(actor, query, query)),
  adminDispute: ({ actor, path }) =>
    answerOne(DisputeAdministration, "dispute", (disputes) => disputes.show(actor, path.id)),
  previewDispute: ({ actor, path, query: { correct_options, outcome, ...page } }) =>
    Effect.flatMap(DisputeAdministration, (disputes) =>
      Effect.map(
        disputes.preview(
          actor,
          path.id,
          { correct_options, ...(outcome === undefined ? {} : { outcome: outcomes[outcome] }) },
          page
        ),
        ({ disputes, ...balances }) => ({ ...listAnswer("balances", balances), disputes })
      )),
  resolveDispute: ({ actor, path, payload }) =>
    Effect.flatMap(
      DisputeAdministration,
      (disputes) =>
        Effect.map(disputes.resolve(actor, path.id, payload), ({ job, ...ended }) =>
          job?.status === "running" ? reply({ ...ended, job }, { status: 202 }) : reply(ended, { status: 200 }))
    )
})
