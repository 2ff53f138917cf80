import {
  ResponseStore,
  type ResponseTallies,
  type StoredResponse,
  type StoredSurveyLink
} from "@auspex/domain/surveyLinks"
import type { SqlClient } from "@effect/sql/SqlClient"

import { Effect, Layer } from "effect"
import { isUuid } from "../../kernel/isUuid.ts"
import { storeStatements } from "../../database/statementsOf.ts"
import { idCursor } from "../../kernel/Cursor.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import { paged, pageOf } from "../../kernel/PageRow.ts"
import * as statements from "./responseSql.ts"

const linkCursor = idCursor("survey links")
const responseCursor = idCursor("survey responses")

const layer: Layer.Layer<ResponseStore, never, SqlClient> = Layer.effect(
  ResponseStore,
  Effect.map(storeStatements("responses"), ({ all, first, only, run }) =>
    ResponseStore.of({
      insertLink: (link) => only("insertLink", statements.insertLink, { ...link }),
      countLinks: (projectId) =>
        Effect.map(
          only<{ readonly links: number }>("countLinks", statements.countLinks, [projectId]),
          ({ links }) => links
        ),
      links: (project_id, page) =>
        Effect.gen(function*() {
          const parameters = yield* paged(page, linkCursor)
          const rows = yield* all("links", statements.links, { project_id, ...parameters })
          return pageOf<StoredSurveyLink, string>(rows, "id", page, linkCursor, ({ id }) => id)
        }),
      lockLink: (projectId, id) =>
        ifUuid(id, first<StoredSurveyLink>("lockLink", statements.lockLink, [projectId, id])),
      closeLink: (id) => only<StoredSurveyLink>("closeLink", statements.closeLink, [id]),
      linkOf: (digest) => first<StoredSurveyLink>("linkOf", statements.linkOf, [digest]),
      lockLinkOf: (digest) => first<StoredSurveyLink>("lockLinkOf", statements.lockLinkOf, [digest]),
      hasResponse: (linkId, formId) =>
        Effect.map(first("hasResponse", statements.hasResponse, [linkId, formId]), (row) => row !== undefined),
      addResponse: (link_id, form_id, answers) =>
        run("addResponse", statements.addResponse, { link_id, form_id, answers: JSON.stringify(answers) }),
      responses: (project_id, link_id, page) =>
        Effect.gen(function*() {
          const parameters = yield* paged(page, responseCursor)
          if (link_id !== null && !isUuid(link_id)) return { items: [], total: 0, next_cursor: null }
          const rows = yield* all("responses", statements.responses, { project_id, link_id, ...parameters })
          return pageOf<StoredResponse, string>(rows, "id", page, responseCursor, ({ id }) => id)
        }),
      tallies: (projectId) => only<ResponseTallies>("tallies", statements.tallies, [projectId])
    }))
)

/** Stores links in `survey_links` and responses in `survey_responses`. */
export const ResponseStorePg = { layer }
