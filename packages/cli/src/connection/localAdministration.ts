import { Migrations, PgStores } from "@auspex/adapters-pg"
import { Accounts, AdminKeys } from "@auspex/domain/accounts"
import { type AdminActor } from "@auspex/domain/identity"
import { CommentModeration } from "@auspex/domain/comments"
import { DisputeAdministration } from "@auspex/domain/disputes"
import { TrustLabels } from "@auspex/domain/guardians"
import { IssueAdministration } from "@auspex/domain/issues"
import { Changes, DatabaseClock, UnitOfWork } from "@auspex/domain/kernel"
import { PredictionModeration } from "@auspex/domain/predictions"
import { QuestionAdministration } from "@auspex/domain/questions"
import { Resolutions } from "@auspex/domain/scoring"
import { Context, Effect, Layer } from "effect"
import { bareDatabase } from "../composition/Database.ts"
import { outside } from "../composition/Outside.ts"
import { type Settings, settingsFrom } from "../composition/Settings.ts"
import { useCases } from "../composition/UseCases.ts"
import type { CommandIo } from "../invocation/CommandIo.ts"
import type { Administration } from "./Administration.ts"
import { TargetUnavailable } from "../invocation/CommandFailure.ts"
import { localRecords } from "./localRecords.ts"
import type { Target } from "./Target.ts"

/** How acts at the machine itself appear in the audit log. */
const system: AdminActor = { kind: "admin", name: "system", key_id: "system" }

/** The settings for a database that is named by a flag or a variable. */
export const settingsForTarget = (target: Exclude<Target, { kind: "server" }>, env: CommandIo["env"]) => {
  const { AUSPEX_DATA_DIR: _dir, AUSPEX_DATABASE_URL: _url, ...rest } = env
  return target.kind === "database"
    ? settingsFrom({ databaseUrl: target.databaseUrl }, { ...rest, AUSPEX_DATA_DIR: _dir })
    : settingsFrom({ dataDir: target.dataDir }, rest)
}

// Running servers notice by the age of what they keep; here nothing is kept.
const nothingCached = Layer.succeed(Changes, { announce: () => Effect.void })

/** A command acts on a database of its own version's schema, and never changes the schema on the way. */
const migrated = Effect.flatMap(Migrations.status(), ({ pending }) =>
  pending.length === 0 ? Effect.void : Effect.fail(
    new TargetUnavailable({
      message: `the database lacks ${pending.map(({ name }) => name).join(", ")}; auspex migrate applies them`
    })
  ))

/** The database of the settings, which has this version's schema already. */
export const migratedDatabase = (settings: Settings) =>
  Layer.tap(bareDatabase(settings), (context) => Effect.provide(migrated, context))

/** Every use case on the database of the settings, as it is. */
export const localUseCases = (settings: Settings) =>
  useCases.pipe(
    Layer.provideMerge(PgStores.layer),
    Layer.provideMerge(Layer.mergeAll(outside(settings), nothingCached)),
    Layer.provideMerge(migratedDatabase(settings))
  )

/** Administration on the database itself; it stays open while the scope is. */
export const localAdministration = (target: Exclude<Target, { kind: "server" }>, env: CommandIo["env"]) =>
  Effect.gen(function*() {
    const settings = yield* settingsForTarget(target, env)
    const context = yield* Layer.build(localUseCases(settings))
    const accounts = Context.get(context, Accounts).admin
    const trust = Context.get(context, TrustLabels)
    const keys = Context.get(context, AdminKeys)
    const questions = Context.get(context, QuestionAdministration)
    const resolutions = Context.get(context, Resolutions)
    const disputes = Context.get(context, DisputeAdministration)
    const issues = Context.get(context, IssueAdministration)
    const moderation = Context.get(context, CommentModeration)
    const texts = Context.get(context, PredictionModeration)
    const administration: Administration = {
      target,
      accounts: {
        list: accounts.list,
        show: accounts.show,
        verifyEmail: (id) => accounts.verifyEmailOf(system, id),
        suspend: (id, reason) => accounts.suspend(system, id, reason),
        restore: (id) => accounts.restore(system, id),
        trust: (id, label, reason) => trust.set(system, id, label, reason)
      },
      adminKeys: {
        list: keys.list,
        make: (name) => keys.make(system, name),
        revoke: (id) => keys.revoke(system, id)
      },
      questions: {
        list: (request) => questions.list(system, request),
        show: (id) => questions.show(system, id),
        create: (input) => questions.create(system, input),
        move: (name, id) => questions[name](system, id),
        resolve: (id, request) =>
          Effect.flatMap(
            resolutions.resolve(system, id, request),
            (job) =>
              Effect.map(questions.show(system, id), (question) =>
                job.status === "running" ? { question, job } : { question })
          ),
        payOn: (id) =>
          resolutions.settleNext.pipe(
            // Nothing to take: a running server is at it.
            Effect.flatMap((settled) => settled ? Effect.void : Effect.sleep("500 millis")),
            Effect.zipRight(resolutions.job(id))
          )
      },
      disputes: {
        list: (filter, page) => disputes.list(system, filter, page),
        show: (id) => disputes.show(system, id),
        preview: (id, instead, page) => disputes.preview(system, id, instead, page),
        resolve: (id, verdict) => disputes.resolve(system, id, verdict)
      },
      moderation: {
        list: (filter, page) => moderation.list(system, filter, page),
        show: (id) => moderation.show(system, id),
        remove: (id, reason) => moderation.remove(system, id, reason),
        restore: (id, reason) => moderation.restore(system, id, reason)
      },
      predictionTexts: {
        listRemoved: (filter, page) => texts.listRemoved(system, filter, page),
        show: (id) => texts.show(system, id),
        remove: (id, reason) => texts.remove(system, id, reason),
        restore: (id, reason) => texts.restore(system, id, reason)
      },
      issues: {
        list: (filter, page) => issues.list(system, filter, page),
        show: (id) => issues.show(system, id),
        update: (id, update) => issues.update(system, id, update)
      },
      records: localRecords(context),
      now: Context.get(context, DatabaseClock).now,
      atomically: Context.get(context, UnitOfWork).transact
    }
    return administration
  })
