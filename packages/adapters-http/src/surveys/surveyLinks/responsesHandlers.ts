import { SurveyLinks, SurveyPanels, SurveyResponses } from "@auspex/domain/surveyLinks"
import { Effect } from "effect"
import { listAnswer } from "../../wire/listOf.ts"
import { ResponsesApi } from "./ResponsesApi.ts"
import { handlersFor } from "../../engine/handlersFor.ts"

/** Links, responses and assigned panels of surveys. */
export const responsesHandlers = handlersFor(ResponsesApi, {
  createLink: ({ actor, path, payload }) =>
    Effect.flatMap(SurveyLinks, ({ create }) => create(actor, path.id, payload)),
  links: ({ actor, path, query }) =>
    Effect.map(
      Effect.flatMap(SurveyLinks, ({ list }) => list(actor, path.id, query)),
      (page) => listAnswer("links", page)
    ),
  closeLink: ({ actor, path }) => Effect.flatMap(SurveyLinks, ({ close }) => close(actor, path.id, path.link_id)),
  responses: ({ actor, path, query: { link_id = null, ...page } }) =>
    Effect.map(
      Effect.flatMap(SurveyResponses, ({ list }) => list(actor, path.id, link_id, page)),
      (found) => listAnswer("responses", found)
    ),
  results: ({ actor, path }) => Effect.flatMap(SurveyResponses, ({ results }) => results(actor, path.id)),
  assignPanel: ({ actor, path, payload }) =>
    Effect.flatMap(SurveyPanels, ({ assign }) => assign(actor, path.id, payload.segments))
})
