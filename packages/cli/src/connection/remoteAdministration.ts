import { auspexClient } from "@auspex/adapters-http/client"
import type { CoreError } from "@auspex/adapters-http/contract"
import type { AdminAccount } from "@auspex/domain/accounts"
import type { AdminComment } from "@auspex/domain/comments"
import { Refusal } from "@auspex/domain/kernel"
import type { AdminPrediction } from "@auspex/domain/predictions"
import type { AdminQuestion, QuestionInput } from "@auspex/domain/questions"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { Effect, Predicate } from "effect"
import type { Administration } from "./Administration.ts"
import type { Asked } from "./Asked.ts"
import { TargetUnavailable } from "../invocation/CommandFailure.ts"
import type { Target } from "./Target.ts"

const answerMillisMax = 60_000
const waitsMax = 20
const waitSecondsMax = 120
/** Shorter waits are not worth a line: an import has one after every few rows. */
const waitSaidFrom = 3

/** Seconds that a 429 asks to wait. */
const waitOf = ({ headers, status }: HttpClientResponse.HttpClientResponse): number | undefined => {
  if (status !== 429) return undefined
  const seconds = Number(headers["retry-after"])
  return Number.isFinite(seconds) && seconds <= waitSecondsMax ? Math.max(1, seconds) : undefined
}

/** Waits where the server asks for it (an import of many rows is more than a minute's writes), and says so. */
const patient =
  (say: (line: string) => Effect.Effect<void>) => (client: HttpClient.HttpClient): HttpClient.HttpClient =>
    HttpClient.transform(client, (send, request) => {
      const attempt = (waits: number): typeof send =>
        Effect.flatMap(
          Effect.timeoutFail(send, {
            duration: answerMillisMax,
            onTimeout: () =>
              new HttpClientError.RequestError({ request, reason: "Transport", description: "no answer in 60 s" })
          }),
          (response) => {
            const seconds = waitOf(response)
            return seconds === undefined || waits >= waitsMax
              ? Effect.succeed(response)
              : Effect.zipRight(
                Effect.zipRight(
                  seconds < waitSaidFrom ? Effect.void : say(`the server asks to wait ${seconds} s`),
                  Effect.sleep(seconds * 1_000)
                ),
                attempt(waits + 1)
              )
          }
        )
      return attempt(0)
    })

const refusalOf = ({ code, error, failures }: CoreError): Refusal => {
  const [first, ...rest] = failures ?? []
  return new Refusal({ failures: first === undefined ? [{ code, message: error }] : [first, ...rest] })
}

const isCoreError = (error: unknown): error is CoreError =>
  Predicate.hasProperty(error, "code") && Predicate.hasProperty(error, "error") && !Predicate.hasProperty(error, "_tag")

const reasonOf = (error: unknown): string => {
  if (Predicate.isTagged(error, "RequestError")) return "does not answer"
  return "answers something else than this version of Auspex would"
}

/** A refusal of the server is a refusal; everything else means that it is not there, or not what it should be. */
const asked = <A, E, R>(
  url: string,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, Refusal | TargetUnavailable, R> =>
  Effect.catchAll(effect, (error) =>
    Effect.fail(
      isCoreError(error)
        ? refusalOf(error)
        : new TargetUnavailable({ message: `the server at ${url} ${reasonOf(error)}` })
    ))

/** Administration through a running server, with an admin key; without one only what anybody may see. */
export const remoteAdministration = (
  target: Extract<Target, { kind: "server" }>,
  adminKey: string | undefined,
  say: (line: string) => Effect.Effect<void>
): Effect.Effect<Administration> =>
  Effect.map(
    auspexClient({
      baseUrl: target.url,
      credentials: adminKey === undefined ? {} : { adminKey },
      transformClient: patient(say)
    }),
    (
      {
        accountAdministration,
        boards,
        comments,
        consensus,
        disputes,
        guardians,
        issues,
        predictionModeration,
        questionsAdmin,
        scoring
      }
    ) => {
      const ask = <A, E>(effect: Effect.Effect<A, E>): Asked<A> => asked(target.url, effect)
      const path = (id: string) => ({ path: { id: segmentOf(id) } })
      const account = <E>(effect: Effect.Effect<{ readonly account: AdminAccount }, E>) =>
        ask(Effect.map(effect, (body) => body.account))
      const question = <E>(effect: Effect.Effect<{ readonly question: AdminQuestion }, E>) =>
        ask(Effect.map(effect, (body) => body.question))
      const comment = <E>(effect: Effect.Effect<{ readonly comment: AdminComment }, E>) =>
        ask(Effect.map(effect, (body) => body.comment))
      const prediction = <E>(effect: Effect.Effect<{ readonly prediction: AdminPrediction }, E>) =>
        ask(Effect.map(effect, (body) => body.prediction))
      return {
        target,
        accounts: {
          list: (filter, page) =>
            ask(Effect.map(
              accountAdministration.list({ urlParams: { ...filter, ...page } }),
              ({ accounts, ...rest }) => ({ items: accounts, ...rest })
            )),
          show: (id) => account(accountAdministration.show(path(id))),
          verifyEmail: (id) => account(accountAdministration.verifyEmailOf(path(id))),
          suspend: (id, reason) => account(accountAdministration.suspend({ ...path(id), payload: { reason } })),
          restore: (id) => account(accountAdministration.restore(path(id))),
          trust: (id, trust_label, reason) =>
            ask(Effect.map(
              guardians.setTrustLabel({ ...path(id), payload: { trust_label, reason } }),
              ({ agent }) => agent
            ))
        },
        adminKeys: {
          list: ask(Effect.map(accountAdministration.keys(), ({ keys }) => keys)),
          make: (name) => ask(accountAdministration.makeKey({ payload: { name } })),
          revoke: (id) => ask(Effect.map(accountAdministration.revokeKey(path(id)), ({ key }) => key))
        },
        questions: {
          list: (request) =>
            ask(Effect.map(
              questionsAdmin.adminListQuestions({ urlParams: request }),
              ({ questions, ...rest }) => ({ items: questions, ...rest })
            )),
          show: (id) => question(questionsAdmin.adminQuestion(path(id))),
          create: (input) => question(questionsAdmin.createQuestion({ payload: payloadOf(input) })),
          move: (name, id) => question(questionsAdmin[`${name}Question`](path(id))),
          resolve: (id, request) => ask(scoring.resolveQuestion({ ...path(id), payload: defined(request) })),
          payOn: (id) =>
            ask(Effect.zipRight(Effect.sleep(1_000), Effect.map(scoring.resolutionJob(path(id)), ({ job }) => job)))
        },
        disputes: {
          list: (filter, page) =>
            ask(Effect.map(
              disputes.adminDisputes({ urlParams: { ...filter, ...page } }),
              ({ disputes, ...rest }) => ({ items: disputes, ...rest })
            )),
          show: (id) => ask(Effect.map(disputes.adminDispute(path(id)), ({ dispute }) => dispute)),
          preview: (id, { correct_options, outcome }, page) =>
            ask(Effect.map(
              disputes.previewDispute({
                ...path(id),
                urlParams: {
                  ...page,
                  ...(outcome === undefined ? {} : { outcome: outcome === null ? "void" : `${outcome}` }),
                  ...(correct_options == null ? {} : { correct_options })
                }
              }),
              ({ balances, ...rest }) => ({ items: balances, ...rest })
            )),
          resolve: (id, verdict) => ask(disputes.resolveDispute({ ...path(id), payload: defined(verdict) }))
        },
        moderation: {
          list: (filter, page) =>
            ask(Effect.map(
              comments.adminComments({ urlParams: { ...filter, ...page } }),
              ({ comments, ...rest }) => ({ items: comments, ...rest })
            )),
          show: (id) => comment(comments.adminComment(path(id))),
          remove: (id, reason) => comment(comments.removeComment({ ...path(id), payload: { reason } })),
          restore: (id, reason) => comment(comments.restoreComment({ ...path(id), payload: { reason } }))
        },
        predictionTexts: {
          listRemoved: (filter, page) =>
            ask(Effect.map(
              predictionModeration.removedPredictions({ urlParams: { ...filter, ...page } }),
              ({ predictions, ...rest }) => ({ items: predictions, ...rest })
            )),
          show: (id) => prediction(predictionModeration.adminPrediction(path(id))),
          remove: (id, reason) =>
            prediction(predictionModeration.removePrediction({ ...path(id), payload: { reason } })),
          restore: (id, reason) =>
            prediction(predictionModeration.restorePrediction({ ...path(id), payload: { reason } }))
        },
        issues: {
          list: (filter, page) =>
            ask(Effect.map(
              issues.adminIssues({ urlParams: { ...filter, ...page } }),
              ({ issues, ...rest }) => ({ items: issues, ...rest })
            )),
          show: (id) => ask(Effect.map(issues.adminIssue(path(id)), ({ issue }) => issue)),
          update: (id, update) =>
            ask(Effect.map(issues.updateIssue({ ...path(id), payload: update }), ({ issue }) => issue))
        },
        records: {
          byPoints: (filter, page) =>
            ask(Effect.map(
              boards.leaderboard({ urlParams: { ...filter, ...page } }),
              ({ leaderboard, ...rest }) => ({ items: leaderboard, ...rest })
            )),
          byBrier: (filter, page) =>
            ask(Effect.map(
              boards.calibrationBoard({ urlParams: { ...filter, ...page } }),
              ({ leaderboard, ...rest }) => ({ items: leaderboard, ...rest })
            )),
          bySkill: (filter, page) =>
            ask(Effect.map(
              boards.skillBoard({ urlParams: { ...filter, ...page } }),
              ({ leaderboard, ...rest }) => ({ items: leaderboard, ...rest })
            )),
          models: ask(Effect.map(boards.modelStats(), ({ models, ...rest }) => ({ groups: models, ...rest }))),
          personas: ask(Effect.map(boards.personaStats(), ({ personas, ...rest }) => ({ groups: personas, ...rest }))),
          agent: (id) => ask(boards.agentProfile(path(id))),
          calibration: (id) =>
            ask(Effect.map(boards.agentCalibration({ ...path(id), urlParams: {} }), ({ calibration }) => calibration)),
          course: (id) => ask(consensus.chart({ ...path(id), urlParams: {} }))
        },
        now: Effect.sync(() => new Date()),
        atomically: (effect) => effect
      } satisfies Administration
    }
  )

/**
 * An id or name as one segment of a path: the client puts it there as it is. What an address would take for a step up
 * (`..`) or for nothing names nothing; a blank, which nobody's name is, says so.
 */
const segmentOf = (id: string): string => /^\.{0,2}$/.test(id) ? "%20" : encodeURIComponent(id)

/** The server judges every field itself, types included, so what a file says is sent as it is. */
const payloadOf = (input: QuestionInput) => input as never

const defined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof Fields]: Exclude<Fields[K], undefined>
  }
