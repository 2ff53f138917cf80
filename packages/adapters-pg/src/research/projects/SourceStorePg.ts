import {
  type CitedPassage,
  type ProjectSource,
  type SourceStatus,
  type SourceStanding,
  SourceStore
} from "@auspex/domain/projects"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { isUuid } from "../../kernel/isUuid.ts"
import { storeStatements } from "../../database/statementsOf.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import * as statements from "./sourceSql.ts"

const standingOf = ({ content_hash, twin, version_id }: statements.StandingRow): SourceStanding => ({
  newest: version_id === null || content_hash === null ? undefined : { id: version_id, content_hash },
  twin: twin ?? undefined
})

const layer: Layer.Layer<SourceStore, never, SqlClient> = Layer.effect(
  SourceStore,
  Effect.map(storeStatements("sources"), ({ all, first, only, run }) =>
    SourceStore.of({
      add: (project_id, moves, source) =>
        Effect.gen(function*() {
          const { id, is_new } = yield* only("add", statements.add, {
            id: uuidv7(),
            project_id,
            status: moves.source.to,
            ...source
          })
          yield* run("countSources", statements.countSources, [project_id, moves.project.to, is_new ? 1 : 0])
          return yield* only<ProjectSource>("find", statements.find, [project_id, id])
        }),
      statusAt: (projectId, uri) =>
        Effect.map(
          first<{ readonly status: SourceStatus }>("statusAt", statements.statusAt, [projectId, uri]),
          (row) => row?.status
        ),
      list: (projectId) => all<ProjectSource>("list", statements.list, [projectId]),
      find: (projectId, id) => ifUuid(id, first<ProjectSource>("find", statements.find, [projectId, id])),
      claim: (holder, seconds) => first<statements.ClaimRow>("claim", statements.claim, [holder, seconds]),
      lockClaim: ({ id, project_id }, holder, content_hash) =>
        Effect.map(
          first("lockClaim", statements.lockClaim, { id, project_id, holder, content_hash }),
          (row) => row && standingOf(row)
        ),
      passagesOf: (versionId) => all("passagesOf", statements.passagesOf, [versionId]),
      addVersion: (source_id, { to }, { change, passages, ...version }) =>
        Effect.suspend(() => {
          const rows = passages.map((passage) => ({ id: uuidv7(), ...passage }))
          return Effect.map(
            only("addVersion", statements.addVersion, {
              id: uuidv7(),
              source_id,
              status: to,
              title: version.title,
              text: version.text,
              content_hash: version.content_hash,
              content_type: version.content_type,
              final_uri: version.final_uri,
              detail: version.detail,
              change: change === null ? null : JSON.stringify(change),
              passages: JSON.stringify(rows)
            }),
            (added) => ({ ...added, passages: rows.map((row) => row.id) })
          )
        }),
      confirm: (id, { to }, detail) => run("confirm", statements.confirm, [id, to, detail]),
      reject: (id, { to }, why) => run("reject", statements.reject, { id, status: to, ...why }),
      retry: (id, { to }, seconds) => run("retry", statements.retry, [id, to, seconds]),
      passages: (workspaceId, ids) =>
        Effect.suspend(() => {
          const known = ids.filter(isUuid)
          return known.length === 0
            ? Effect.succeed([])
            : all<CitedPassage>("passages", statements.passages, [workspaceId, JSON.stringify(known)])
        })
    }))
)

/** Stores the sources of projects in `sources`, `source_versions` and `source_passages`. */
export const SourceStorePg = { layer }
