import { DisputeAdministration, Disputes } from "@auspex/domain/disputes"
import { Effect } from "effect"
import { DisputesApi } from "../contract/DisputesApi.ts"
import { listAnswer } from "../contract/listOf.ts"
import { handlersFor } from "../engine/handlersFor.ts"
import { reply } from "../engine/Reply.ts"

const outcomes = { true: true, false: false, void: null } as const

/** Disputes of resolutions. */
export const disputesHandlers = handlersFor(DisputesApi, {
  fileDispute: ({ actor, path, payload }) =>
    Effect.flatMap(
      Disputes,
      (disputes) => Effect.map(disputes.file(actor, path.id, payload), (dispute) => ({ dispute }))
    ),
  questionDisputes: ({ path, query }) =>
    Effect.flatMap(
      Disputes,
      (disputes) => Effect.map(disputes.ofQuestion(path.id, query), (page) => listAnswer("disputes", page))
    ),
  adminDisputes: ({ actor, query }) =>
    Effect.flatMap(
      DisputeAdministration,
      (disputes) => Effect.map(disputes.list(actor, query, query), (page) => listAnswer("disputes", page))
    ),
  adminDispute: ({ actor, path }) =>
    Effect.flatMap(
      DisputeAdministration,
      (disputes) => Effect.map(disputes.show(actor, path.id), (dispute) => ({ dispute }))
    ),
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
