// npx tsx --conditions=auspex-source --tsconfig=packages/adapters-http/tsconfig.json packages/cli/test/contract/recordExamples.ts
//
// Plays one story in a new demo world, with a request to every operation of the contract, and stores the requests and
// answers as the examples of the OpenAPI document. Run it after a change of answers; a new operation needs a line.
import { EmbeddedDatabase } from "@auspex/adapters-pg"
import { LocalSite } from "@auspex/testkit/outside"
import { Effect, Layer, ManagedRuntime } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import { migrate } from "../../src/composition/Database.ts"
import { fillDemo } from "../../src/demo/Demo.ts"
import { type RunningAuspex, startAuspex, testWebhookSecrets } from "../harness.ts"
import { mailedToken, query, tick } from "../people.ts"
import { recordBridge } from "./recordBridge.ts"
import { recordInference } from "./recordInference.ts"
import { recordPersonas } from "./recordPersonas.ts"
import { recordWorkspaces } from "./recordWorkspaces.ts"
import { recordSurveys } from "./recordSurveys.ts"
import { recordWebhooks } from "./recordWebhooks.ts"
import { accounts, type Cast, olive } from "./exampleCast.ts"
import { type Json, recorded, recordedOfResearch } from "./exampleRecorder.ts"
import { operations, researchOperations } from "./operations.ts"
import { storeExamples } from "./storeExamples.ts"
import { recordResearch, startSpecialists } from "./recordResearch.ts"

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Serves a page with a referral code. */
const blog = async (code: () => string) => {
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(`<p>${code()}</p>`))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

/** Records Ada's prediction; returns its id. */
const forecast = async ({ ada, at, other, record }: Cast, body: object): Promise<string> => {
  await record("predictions.predict", { ...ada, path: at, query: { dry_run: true }, body })
  const rehearsed = recorded["predictions_predict"]!
  const { prediction } = await record("predictions.predict", { ...ada, path: at, body })
  recorded["predictions_predict"]!["others"] = { [rehearsed["status"]]: rehearsed["response"] }
  const ofPrediction = { pid: prediction.id }
  await record("predictions.upvotePrediction", { ...other, path: ofPrediction })
  await record("predictions.removePredictionUpvote", { ...other, path: ofPrediction })
  await record("predictions.downvotePrediction", { ...other, path: ofPrediction })
  await record("predictions.removePredictionDownvote", { ...other, path: ofPrediction })
  await record("questions.watchQuestion", { ...ada, path: at })
  await record("social.watchlist", { ...ada, query: { limit: 1 } })
  await record("questions.unwatchQuestion", { ...ada, path: at })
  await record("questions.question", { path: at })
  await record("questions.listQuestions", { query: { status: "open", category: "technology", limit: 2 } })
  await record("predictions.listPredictions", { path: at, query: { limit: 2 } })
  await record("consensus.consensus", { path: at })
  await record("consensus.snapshots", { path: at, query: { limit: 2 } })
  await record("consensus.chart", { path: at, query: { from: `${day(-3)}T00:00:00.000Z` } })
  await record("briefs.intelBrief", { path: at })
  await record("briefs.dailyInsights", { query: { date: day(-1) } })
  return prediction.id
}

/** Records the debate about the prediction, and its moderation. */
const debate = async ({ ada, admin, at, other, record }: Cast, pid: string): Promise<void> => {
  const { comment } = await record("comments.postComment", {
    ...other,
    path: at,
    body: {
      content: "Which of the two sources counts the provisional figure? The answer may hang on that.",
      prediction_id: pid
    }
  })
  const { comment: reply } = await record("comments.replyToComment", {
    ...ada,
    path: { comment_id: comment.id },
    body: { content: "The second one does; the first publishes final figures only, a month later." }
  })
  await record("comments.upvoteComment", { ...other, path: { id: reply.id } })
  await record("comments.removeCommentUpvote", { ...other, path: { id: reply.id } })
  await record("comments.listComments", { path: at, query: { limit: 1 } })
  await record("comments.predictionReplies", { path: { ...at, pid }, query: { limit: 1 } })
  await record("comments.listDebates", { path: at, query: { limit: 1 } })
  await record("comments.threadReplies", { path: { id: comment.id }, query: { limit: 1 } })
  await record("comments.discussions", { query: { tab: "debates", limit: 1 } })
  await record("comments.debaters", { query: { limit: 2 } })
  await record("comments.adminComments", { ...admin, query: { question_id: at.id, limit: 1 } })
  await record("comments.adminComment", { ...admin, path: { id: reply.id } })
  const moderated = { ...admin, path: { id: reply.id } }
  await record("comments.removeComment", { ...moderated, body: { reason: "It attacks a person, not an argument." } })
  await record("comments.restoreComment", { ...moderated, body: { reason: "It was taken for another." } })

  const hidden = { ...admin, path: { id: pid } }
  await record("predictionModeration.removePrediction", { ...hidden, body: { reason: "It tells a private address." } })
  await record("accountAdministration.audit", { ...admin, query: { action: "comment", limit: 1 } })
  await record("predictionModeration.removedPredictions", { ...admin, query: { limit: 1 } })
  await record("predictionModeration.adminPrediction", hidden)
  await record("predictionModeration.restorePrediction", { ...hidden, body: { reason: "The address is public." } })
}

/** Records a suggestion and its review, validations and flags. */
const guardians = async ({ ada, admin, auspex, other, record }: Cast, pid: string): Promise<void> => {
  const { suggestion } = await record("questions.suggestQuestion", {
    ...ada,
    body: {
      question: "Will the harbour gauge read four metres or more on the last day of the quarter?",
      category: "society",
      timeframe: "mid",
      resolution_source: "The harbour authority's gauge, highest reading of the day",
      resolution_date: day(40)
    }
  })
  const suggested = { id: suggestion.id }
  await record("guardians.apply", other)
  await record("guardians.queue", { ...other, query: { limit: 1 } })
  await record("guardians.validate", {
    ...other,
    path: { pid },
    body: { validation: "valid", reason: "Both sources say what is quoted from them.", flags: [] }
  })
  await record("guardians.validatedPredictionIds", other)
  await record("guardians.review", { ...other, path: suggested, body: { decision: "approve", reason: "Clear." } })
  const { predictions: [flagged] } = (await auspex.call("GET", "/api/guardian/queue?limit=1", other)).body
  await record("guardians.flagHallucination", { ...ada, path: { pid: flagged.id } })
  await record("questionsAdmin.publishQuestion", { ...admin, path: suggested })
  await record("questions.upvoteQuestion", { ...other, path: suggested })
  await record("questions.removeQuestionUpvote", { ...other, path: suggested })
}

/** Records a question from draft to open. */
const questions = async ({ admin, auspex, record }: Cast): Promise<void> => {
  const { question } = await record("questionsAdmin.createQuestion", {
    ...admin,
    body: {
      question: "Which of the three ports will handle the most containers in the coming quarter?",
      category: "industry",
      timeframe: "long",
      resolution_source: "The port authorities' quarterly reports",
      resolution_date: day(120),
      question_type: "multi",
      options: ["Rotterdam", "Antwerp", "Hamburg"]
    }
  })
  const made = { ...admin, path: { id: question.id } }
  await record("questionsAdmin.updateQuestion", { ...made, body: { context: "Containers are counted in TEU." } })
  await record("questionsAdmin.approveQuestion", made)
  await auspex.call("POST", `/api/admin/questions/${question.id}/publish`, admin)
  await record("questionsAdmin.closeQuestion", made)
  await record("questionsAdmin.reopenQuestion", made)
  await record("questionsAdmin.adminQuestion", made)
  const draft = await auspex.call("POST", "/api/admin/questions", {
    ...admin,
    body: { ...recorded["questions_suggestQuestion"]!["request"], question: "Will the gauge read five metres or more?" }
  })
  await record("questionsAdmin.adminListQuestions", { ...admin, query: { status: "draft", limit: 1 } })
  await record("questionsAdmin.deleteQuestion", { ...admin, path: { id: draft.body.question.id } })
}

/** Records the resolution of the question, and a dispute. */
const resolution = async ({ ada, admin, agentId, at, auspex, record }: Cast): Promise<void> => {
  await record("scoring.resolveQuestion", {
    ...admin,
    path: at,
    body: {
      outcome: true,
      resolution_note: "As the monthly release says.",
      evidence_urls: ["https://example.org/release"]
    }
  })
  const jobs = await query<{ id: string }>(auspex, "select id from resolution_jobs where question_id = $1::uuid", [
    at.id
  ])
  const { job } = await record("scoring.resolutionJob", { ...admin, path: { id: jobs[0]!.id } })
  // With more than a thousand payouts the answer is 202, and the worker pays.
  const begun = { ...job, status: "running", done: 0 }
  recorded["scoring_resolveQuestion"]!["others"] = {
    202: { ...recorded["scoring_resolveQuestion"]!["response"], job: begun }
  }
  await record("scoring.receipt", { path: { ...at, user_id: agentId } })
  const { dispute } = await record("disputes.fileDispute", {
    ...ada,
    path: at,
    body: {
      reason:
        "The release was revised the day after: the revised figure is below the threshold that the question names.",
      evidence_urls: ["https://example.org/release/revised"]
    }
  })
  const disputed = { ...admin, path: { id: dispute.id } }
  await record("disputes.questionDisputes", { path: at, query: { limit: 1 } })
  await record("disputes.adminDisputes", { ...admin, query: { status: "open", limit: 1 } })
  await record("disputes.adminDispute", disputed)
  await record("disputes.previewDispute", { ...disputed, query: { outcome: "false", limit: 2 } })
  await record("disputes.resolveDispute", {
    ...disputed,
    body: { status: "upheld", resolution_note: "The question names the first release." }
  })
  recorded["disputes_resolveDispute"]!["others"] = {
    202: { ...recorded["disputes_resolveDispute"]!["response"], job: begun }
  }
}

/** Records what Ada reads about herself and others; returns the address of her page. */
const outlook = async ({ ada, at, auspex, owner, record, referral_code }: Cast): Promise<string> => {
  await tick(auspex)
  await record("me.me", ada)
  await record("me.agents", { ...owner, query: { limit: 1 } })
  await record("me.predictions", { ...ada, query: { status: "resolved", limit: 1 } })
  await record("me.transactions", { ...ada, query: { limit: 2 } })
  const { leaderboard: [first] } = await record("boards.leaderboard", { query: { type: "agent", limit: 2 } })
  const leader = { id: first.user_id ?? first.id }
  await record("boards.calibrationBoard", { query: { limit: 2 } })
  await record("boards.skillBoard", { query: { limit: 2 } })
  await record("boards.modelStats")
  await record("boards.personaStats")
  await record("boards.agentProfile", { path: leader })
  await record("boards.agentCalibration", { path: leader })
  await record("social.follow", { ...ada, path: leader })
  await record("social.following", { ...ada, query: { limit: 1 } })
  await record("social.followers", { path: leader, query: { limit: 1 } })
  await record("feed.mine", { ...ada, query: { limit: 2 } })
  await record("social.unfollow", { ...ada, path: leader })
  const { notifications: [notification] } = await record("social.notifications", {
    ...ada,
    query: { unread: true, limit: 2 }
  })
  await record("social.readNotifications", { ...ada, body: { ids: [notification.id] } })
  const page = await blog(() => referral_code)
  await record("feed.share", { ...ada, body: { url: `${page.url}/why-i-forecast` } })
  await record("feed.share", { ...ada, body: { url: `${page.url}/why-i-forecast` }, again: true })
  await record("feed.shares", { ...ada, query: { limit: 1 } })
  page.close()
  await record("feed.atom")
  const { items } = await record("feed.json")
  recorded["feed_json"]!["response"]["items"] = items.slice(0, 2)
  await record("web.widget", { path: { question_id: at.id } })
  await record("web.sitemap")
  return page.url
}

/** Records highlights, search and statistics, and the exports. */
const insight = async ({ auspex, record }: Cast): Promise<void> => {
  await record("insight.highlights", { query: { limit: 1 } })
  await record("insight.weeklyBattle")
  await record("insight.discover", { query: { limit: 2 } })
  await record("insight.communityStats")
  await record("insight.search", { query: { q: "will", type: "question", limit: 2 } })
  for (const id of ["exports.predictions", "exports.calibration", "exports.consensusHistory"]) {
    // The last rows, with the cursor of the row before them.
    const { path: target } = operations.find((one) => one.id === id)!
    const { next_cursor: _, ...lists } = (await auspex.call("GET", target)).body
    const [rows] = Object.values<ReadonlyArray<Json>>(lists)
    const cursor: string | undefined = rows!.at(-3)?.["id"] ?? rows!.at(-3)?.["row_id"]
    await record(id, cursor === undefined ? {} : { query: { cursor } })
  }
}

/** Records issues, and the administration of accounts. */
const operators = async ({ ada, admin, agentId, at, otherOwnerId, record }: Cast): Promise<void> => {
  const { issue } = await record("issues.fileIssue", {
    ...ada,
    body: {
      type: "bug",
      title: "The chart of a closed question is empty",
      content: "Since this morning the chart shows the axes only, in two browsers.",
      url: `https://auspex.example.org/api/questions/${at.id}/chart`
    }
  })
  const filed = { path: { id: issue.id } }
  await record("issues.issues", { ...ada, query: { status: "open", limit: 1 } })
  await record("issues.adminIssues", { ...admin, query: { type: "bug", limit: 1 } })
  await record("issues.adminIssue", { ...admin, ...filed })
  await record("issues.updateIssue", {
    ...admin,
    ...filed,
    body: { status: "acknowledged", admin_note: "Seen; the chart is being looked at." }
  })
  await record("issues.issue", { ...ada, ...filed })
  const account = { ...admin, path: { id: agentId } }
  await record("guardians.setTrustLabel", {
    ...account,
    body: { trust_label: "trusted", reason: "Its sources were checked by hand." }
  })
  await record("accountAdministration.list", { ...admin, query: { q: "Ada", limit: 1 } })
  await record("accountAdministration.show", account)
  await record("accountAdministration.suspend", { ...account, body: { reason: "Its key was published." } })
  await record("accountAdministration.restore", account)
  await record("accountAdministration.verifyEmailOf", { ...admin, path: { id: otherOwnerId } })
  const { key: adminKey } = await record("accountAdministration.makeKey", { ...admin, body: { name: "Grace" } })
  await record("accountAdministration.keys", admin)
  await record("accountAdministration.revokeKey", { ...admin, path: { id: adminKey.id } })
}

/** Records an article from its submission to the archive. */
const articles = async ({ ada, admin, auspex, record }: Cast): Promise<void> => {
  const { article } = await record("articles.submitArticle", {
    ...ada,
    body: {
      title: "What the gauges said in November",
      subtitle: "Nine of twelve went the way of the consensus",
      content:
        "Of the twelve questions on water levels that closed this month, nine went the way of the consensus.\n\nThe **other three** have one thing in common: [the release](https://example.org/release) was revised.",
      article_type: "weekly_roundup",
      tags: "rivers, gauges",
      meta_description: "How the questions on water levels were resolved."
    }
  })
  const of = { ...admin, path: { id: article.id } }
  await record("articles.adminArticles", { ...admin, query: { status: "review", limit: 1 } })
  await record("articles.editArticle", { ...of, body: { title: "What the gauges said in late November" } })
  await record("articles.scheduleArticle", { ...of, body: { scheduled_at: `${day(30)}T09:00:00.000Z` } })
  await record("articles.articleCalendar", { ...admin, query: { from: day(30), to: day(30) } })
  await record("articles.flagArticleForNewsletter", { ...of, body: { newsletter: true } })
  await record("articles.publishArticle", of)
  await record("articles.adminArticle", of)
  await record("articles.articles", { query: { limit: 1 } })
  await record("articles.article", { path: { slug: article.slug } })
  await record("articles.articlesRss")
  await record("articles.articleCandidates", { ...admin, query: { limit: 1 } })
  const rejected = await auspex.call("POST", "/api/articles", {
    ...ada,
    body: recorded["articles_submitArticle"]!["request"]
  })
  await record("articles.archiveArticle", { ...admin, path: { id: rejected.body.article.id } })
}

/** Records the recovery of a password. */
const recovery = async ({ auspex, record }: Cast): Promise<void> => {
  const before = auspex.mails().length
  await record("auth.forgotPassword", { body: { email: olive.email } })
  while (auspex.mails().length === before) await new Promise((resolve) => setTimeout(resolve, 10))
  await record("auth.resetPassword", {
    body: { token: mailedToken(auspex, olive.email), password: "battery staple horse" }
  })
}

/** Plays the whole story; returns the addresses that the examples must replace. */
const story = async (auspex: RunningAuspex, untried: { readonly question_id: string; readonly body: object }) => {
  const cast = await accounts(auspex, { id: untried.question_id })
  const pid = await forecast(cast, untried.body)
  await debate(cast, pid)
  await guardians(cast, pid)
  await questions(cast)
  await resolution(cast)
  const page = await outlook(cast)
  await insight(cast)
  await articles(cast)
  await recordSurveys(cast)
  await recordPersonas(cast)
  await recordWorkspaces(cast)
  await recordBridge(cast)
  const models = await recordInference(cast)
  const receiver = await recordWebhooks(cast)
  await operators(cast)
  await recovery(cast)
  return { page, receiver, models }
}

/** Shortens long lists in the examples. */
const shortened = (): void => {
  recorded["system_errors"]!["response"].errors.splice(2)
  recorded["questions_taxonomy"]!["response"].splice(1)
  recordedOfResearch["system_errors"]!["response"].errors.splice(2)
  recordedOfResearch["framing_rules"]!["response"].rules.splice(1)
}

const dataDir = mkdtempSync(path.join(tmpdir(), "auspex-examples-"))
const runtime = ManagedRuntime.make(EmbeddedDatabase.layer({ dataDir }))
try {
  await runtime.runPromise(migrate({ databaseUrl: undefined, dataDir }))
  const demo = await runtime.runPromise(Effect.provide(fillDemo(), testWebhookSecrets))
  if (demo.kind !== "filled") throw new Error(demo.because)
  const database = Layer.effectContext(runtime.runtimeEffect.pipe(Effect.map(({ context }) => context), Effect.orDie))
  const flags = { publicUrl: "https://auspex.example.org", allowPrivateEgress: "true" }
  const auspex = await startAuspex(database, { flags })
  const { models, page, receiver } = await story(auspex, demo.untried)
  await auspex.stop()
  const specialists = await startSpecialists()
  const site = await LocalSite.start()
  const pages = site.url("")
  const research = await startAuspex(database, { flags: { ...flags, modelPool: specialists.modelPool } })
  await recordResearch(research, site)
  await Promise.all([research.stop(), specialists.close(), site.stop()])
  shortened()
  const addresses = {
    [page]: "https://blog.example.org",
    [receiver]: "https://hooks.example.org",
    [models]: "https://models.example.org",
    [specialists.url]: "https://models.example.org",
    [pages]: "https://pages.example.org"
  }
  storeExamples("openApiExamples.json", operations, recorded, addresses)
  storeExamples("openApiResearchExamples.json", researchOperations, recordedOfResearch, addresses)
} finally {
  await runtime.dispose()
  rmSync(dataDir, { recursive: true, force: true })
}
