import type { ProjectPanel } from "@auspex/domain/panels"
import { type Project, type ProjectQuestion, ProjectStore } from "@auspex/domain/projects"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { storeStatements } from "../../database/statementsOf.ts"
import { idCursor } from "../../kernel/Cursor.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import { paged, pageOf } from "../../kernel/PageRow.ts"
import * as statements from "./projectSql.ts"

const cursor = idCursor("projects")

const ownedOf = (row: statements.OwnedRow | undefined) => {
  if (row === undefined) return undefined
  const { workspace_id, ...project } = row
  return { workspace_id, project }
}

const layer: Layer.Layer<ProjectStore, never, SqlClient> = Layer.effect(
  ProjectStore,
  Effect.map(storeStatements("projects"), ({ all, first, only, run }) => {
    const owned = (operation: string, text: string) => (id: string) =>
      ifUuid(id, Effect.map(first<statements.OwnedRow>(operation, text, [id]), ownedOf))

    return ProjectStore.of({
      insert: ({ to }, project) => only("insert", statements.insert, { ...project, status: to }),
      lockCount: (workspaceId) =>
        Effect.zipRight(
          run("lockCount", statements.lockWorkspace, [workspaceId]),
          Effect.map(
            only<{ readonly projects: number }>("lockCount", statements.count, [workspaceId]),
            ({ projects }) => projects
          )
        ),
      list: (workspace_id, { kind = null, status = null }, page) =>
        Effect.gen(function*() {
          const parameters = yield* paged(page, cursor)
          const rows = yield* all("list", statements.list, { workspace_id, kind, status, ...parameters })
          return pageOf<Project, string>(rows, "id", page, cursor, ({ id }) => id)
        }),
      find: owned("find", statements.find),
      lock: owned("lock", statements.lock),
      move: (id, { to }) => only<Project>("move", statements.move, [id, to]),
      putPanel: (id, panel) => run("putPanel", statements.putPanel, [id, JSON.stringify(panel)]),
      panel: (id) =>
        Effect.map(
          first<{ readonly panel: ProjectPanel }>("panel", statements.panel, [id]),
          (row) => row?.panel
        ),
      questions: (id) => all<ProjectQuestion>("questions", statements.questions, [id]),
      fingerprints: (id) =>
        Effect.map(
          all<{ readonly fingerprint: string }>("fingerprints", statements.fingerprints, [id]),
          (rows) => rows.map(({ fingerprint }) => fingerprint)
        ),
      addQuestions: (id, { to }, questions) =>
        Effect.gen(function*() {
          const rows = JSON.stringify(questions.map((question) => ({ id: uuidv7(), ...question })))
          const added = yield* all<ProjectQuestion>("addQuestions", statements.addQuestions, [id, rows])
          yield* run("countQuestions", statements.countQuestions, [id, to, questions.length])
          return added
        })
    })
  })
)

/** Stores projects in `projects` and `project_questions`. */
export const ProjectStorePg = { layer }
