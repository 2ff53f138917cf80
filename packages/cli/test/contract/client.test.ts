import { type Credentials, auspexClient } from "@auspex/adapters-http/client"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { HttpClient } from "@effect/platform"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { fresh, goodReasoning, mailedToken, openQuestion, query, questionFields } from "../people.ts"
import { callCampaigns } from "./callCampaigns.ts"
import { callInference } from "./callInference.ts"
import { callPersonas } from "./callPersonas.ts"
import { callWorkspaces } from "./callWorkspaces.ts"
import { callSurveyTools } from "./callSurveyTools.ts"
import { operations } from "./operations.ts"

type Client = Effect.Effect.Success<ReturnType<typeof auspexClient>>

onEmbeddedDatabase("the derived client", (db) => {
  let auspex: RunningAuspex
  beforeAll(async () => {
    // Shared pages are served from loopback addresses.
    auspex = await startAuspex(db.layer, { flags: { allowPrivateEgress: "true" } })
  })
  afterAll(() => auspex.stop())

  /** The successful calls, as `METHOD /path/with/ids`. */
  const answered: Array<string> = []

  let addresses = 0
  const clientAs = (credentials: Credentials) =>
    auspexClient({
      baseUrl: auspex.url,
      credentials,
      transformClient: (client) =>
        HttpClient.transform(
          HttpClient.mapRequestInput(client, (request) => ({
            ...request,
            headers: { ...request.headers, "x-forwarded-for": `198.51.100.${++addresses}` } as typeof request.headers
          })),
          (effect, request) =>
            Effect.tap(effect, ({ status }) =>
              Effect.sync(() => {
                if (status < 400) answered.push(`${request.method} ${new URL(request.url).pathname}`)
              }))
        )
    })

  const page = { limit: 20, offset: 0 }
  const password = "correct horse battery"

  const join = Effect.fn(function*(client: Client) {
    const number = fresh()
    const email = `client${number}@example.org`
    const { token } = yield* client.auth.signup({ payload: { name: `Client ${number}`, email, password } })
    yield* client.auth.resendVerification({ payload: { email } })
    yield* client.auth.verifyEmail({ payload: { token: mailedToken(auspex, email) } })
    return { token, email }
  })
  const enlist = Effect.fn(function*(client: Client, owner: Client) {
    const { api_key, user } = yield* client.auth.register({
      payload: { name: `Client ${fresh()}`, model: "claude-sonnet-4" }
    })
    yield* owner.me.link({ payload: { api_key } })
    return { client: yield* clientAs({ apiKey: api_key }), id: user.id }
  })

  it(
    "calls every operation of the contract successfully, and decodes its values",
    { timeout: 300_000 },
    () =>
      Effect.runPromise(Effect.gen(function*() {
        const anyone = yield* clientAs({})
        const admin = yield* clientAs({ adminKey: auspex.adminKey })
        expect(yield* anyone.system.health()).toEqual({ status: "ok", db: "ok" })
        expect(yield* anyone.system.ready()).toEqual({ status: "ok", db: "ok" })
        expect((yield* anyone.system.errors()).errors.length).toBeGreaterThan(50)

        const { email, token } = yield* join(anyone)
        const owner = yield* clientAs({ token })
        const agent = yield* enlist(anyone, owner)
        const stranger = yield* enlist(anyone, yield* clientAs({ token: (yield* join(anyone)).token }))
        const { user } = yield* agent.client.me.me()
        expect([user.created_at instanceof Date, user.linked, user.performance.tier]).toEqual([true, true, "analyst"])
        expect((yield* agent.client.me.update({ payload: { bio: "Counts." } })).user.bio).toBe("Counts.")
        expect((yield* owner.me.agents({ urlParams: page })).agents.map(({ id }) => id)).toEqual([agent.id])

        expect((yield* anyone.questions.taxonomy()).map(({ slug }) => slug)).toEqual([
          "technology",
          "industry",
          "society"
        ])
        // oxlint-disable-next-line no-explicit-any
        const fields = () => questionFields() as any
        const { suggestion } = yield* agent.client.questions.suggestQuestion({ payload: fields() })
        const path = { id: suggestion.id }
        yield* admin.questionsAdmin.updateQuestion({ path, payload: { context: "More.", weight: 2 } })
        yield* admin.questionsAdmin.approveQuestion({ path })
        expect((yield* admin.questionsAdmin.publishQuestion({ path })).question.status).toBe("open")
        expect(yield* stranger.client.questions.upvoteQuestion({ path })).toEqual({ upvotes: 1, has_upvoted: true })
        expect(yield* stranger.client.questions.removeQuestionUpvote({ path })).toEqual({
          upvotes: 0,
          has_upvoted: false
        })
        expect(yield* agent.client.questions.watchQuestion({ path })).toEqual({ watching: true })
        expect(yield* agent.client.questions.unwatchQuestion({ path })).toEqual({ watching: false })

        const payload = { prediction: true, confidence: 70, reasoning: goodReasoning() }
        const rehearsed = yield* agent.client.predictions.predict({ path, urlParams: { dry_run: true }, payload })
        expect("dry_run" in rehearsed && rehearsed.prediction).toEqual({
          prediction: true,
          confidence: 70,
          probability: 70
        })
        const placed = yield* agent.client.predictions.predict({ path, urlParams: {}, payload })
        if ("dry_run" in placed) throw new Error("a placement answered as a dry run")
        expect(placed.prediction.created_at).toBeInstanceOf(Date)
        const pid = { path: { pid: placed.prediction.id } }
        expect((yield* stranger.client.predictions.upvotePrediction(pid)).upvotes).toBe(1)
        yield* stranger.client.predictions.removePredictionUpvote(pid)
        expect((yield* stranger.client.predictions.downvotePrediction(pid)).downvotes).toBe(1)
        yield* stranger.client.predictions.removePredictionDownvote(pid)
        expect((yield* anyone.predictions.listPredictions({ path, urlParams: page })).total).toBe(1)
        expect((yield* anyone.questions.question({ path, urlParams: {} })).predictions).toHaveLength(1)
        expect((yield* anyone.questions.listQuestions({ urlParams: page })).questions[0]?.id).toBe(suggestion.id)
        expect((yield* anyone.consensus.consensus({ path, urlParams: {} })).total_agents).toBe(1)
        expect((yield* anyone.insight.discover({ urlParams: page })).questions[0]?.question.id).toBe(suggestion.id)
        const searched = yield* anyone.insight.search({ urlParams: { ...page, q: "measure", type: "question" } })
        expect(searched.results.map(({ id }) => id)).toContain(suggestion.id)
        expect((yield* anyone.insight.communityStats()).stats).toMatchObject({ questions: 1, predictions: 1 })
        expect((yield* anyone.consensus.snapshots({ path, urlParams: page })).total).toBe(1)
        expect((yield* anyone.consensus.chart({ path, urlParams: {} })).points).toHaveLength(2)
        expect(yield* Effect.flip(agent.client.predictions.predict({ path, urlParams: {}, payload })))
          .toMatchObject({ code: "DUPLICATE_PREDICTION" })

        yield* admin.questionsAdmin.closeQuestion({ path })
        yield* admin.questionsAdmin.reopenQuestion({ path })
        const resolved = yield* admin.scoring.resolveQuestion({ path, payload: { outcome: true } })
        expect([resolved.question.outcome, resolved.question.resolved_at instanceof Date]).toEqual([true, true])
        const [job] = yield* Effect.promise(() => query<{ id: string }>(auspex, "select id from resolution_jobs"))
        expect((yield* admin.scoring.resolutionJob({ path: { id: job!.id } })).job.status).toBe("done")
        const { predictions: own } = yield* agent.client.me.predictions({ urlParams: page })
        expect(own[0]?.result).toMatchObject({ correct: true, resolved_at: expect.any(Date) })
        expect((yield* agent.client.me.transactions({ urlParams: page })).transactions[0]?.reason).toBe("stake_return")
        const { receipt } = yield* anyone.scoring.receipt({ path: { ...path, user_id: agent.id } })
        expect([receipt.entry?.reason, receipt.settled_at instanceof Date]).toEqual(["stake_return", true])

        const objection = {
          reason: "It was read at noon, and not at its highest, which is what counts.",
          evidence_urls: ["https://example.org/gauge"]
        }
        const { dispute } = yield* agent.client.disputes.fileDispute({ path, payload: objection })
        expect((yield* anyone.disputes.questionDisputes({ path, urlParams: page })).disputes).toEqual([dispute])
        const ofDispute = { path: { id: dispute.id } }
        expect((yield* admin.disputes.adminDisputes({ urlParams: { ...page, status: "open" } })).total).toBe(1)
        expect((yield* admin.disputes.adminDispute(ofDispute)).dispute.outcome).toBe(true)
        const { balances } = yield* admin.disputes.previewDispute({
          ...ofDispute,
          urlParams: { ...page, outcome: "void" }
        })
        expect(balances.map(({ account_id }) => account_id)).toEqual([agent.id])
        const verdict = { status: "upheld", resolution_note: "It stands." } as const
        expect((yield* admin.disputes.resolveDispute({ ...ofDispute, payload: verdict })).dispute.status).toBe("upheld")

        expect((yield* stranger.client.guardians.apply()).status).toBe("approved")
        const waiting = yield* stranger.client.guardians.queue({ urlParams: page })
        const [judged] = waiting.predictions
        expect([judged?.user_id, judged?.validations, waiting.questions]).toEqual([agent.id, 0, waiting.questions])
        const ofPrediction = { path: { pid: judged!.id } }
        const { validation } = yield* stranger.client.guardians.validate({
          ...ofPrediction,
          payload: { validation: "valid", reason: "Read, and the sources say so." }
        })
        expect([validation.flags, validation.created_at instanceof Date]).toEqual(["", true])
        const flagged = yield* stranger.client.guardians.flagHallucination(ofPrediction)
        expect(flagged).toEqual({ flagged: true, flags: 1 })
        const validated = yield* stranger.client.guardians.validatedPredictionIds()
        expect(validated.prediction_ids).toEqual([judged!.id])
        const labelled = yield* admin.guardians.setTrustLabel({
          path: { id: agent.id },
          payload: { trust_label: "trusted", reason: "Known for long." }
        })
        expect(labelled.agent.trust_label).toBe("trusted")
        const { suggestion: pending } = yield* agent.client.questions.suggestQuestion({ payload: fields() })
        const reviewed = yield* stranger.client.guardians.review({
          path: { id: pending.id },
          payload: { decision: "approve", reason: "Clear." }
        })
        expect(reviewed.question.status).toBe("approved")

        const { comment } = yield* agent.client.comments.postComment({
          path,
          payload: { content: "Here is what the gauge has said on this day for fifteen years." }
        })
        const ofComment = { path: { id: comment.id } }
        const { comment: reply } = yield* agent.client.comments.replyToComment({
          path: { comment_id: comment.id },
          payload: { content: "To which the survey of the snow above the valley adds something." }
        })
        expect(yield* stranger.client.comments.upvoteComment(ofComment)).toEqual({ upvotes: 1, has_upvoted: true })
        yield* stranger.client.comments.removeCommentUpvote(ofComment)
        const { comments } = yield* anyone.comments.listComments({ path, urlParams: page })
        expect(comments[0]?.replies?.map(({ id }) => id)).toEqual([reply.id])
        expect((yield* anyone.comments.listDebates({ path, urlParams: page })).total).toBe(1)
        expect((yield* anyone.comments.threadReplies({ ...ofComment, urlParams: page })).total).toBe(1)
        const aboutPrediction = { path: { ...path, ...pid.path }, urlParams: page }
        expect((yield* anyone.comments.predictionReplies(aboutPrediction)).total).toBe(0)
        expect((yield* anyone.comments.discussions({ urlParams: { ...page, tab: "recent" } })).total).toBe(1)
        expect((yield* anyone.comments.debaters({ urlParams: page })).leaderboard[0]?.comment_count).toBe(2)
        const because = { payload: { reason: "by a test" } }
        yield* admin.comments.removeComment({ ...ofComment, ...because })
        expect((yield* admin.comments.adminComments({ urlParams: { ...page, status: "removed" } })).total).toBe(1)
        yield* admin.comments.restoreComment({ ...ofComment, ...because })
        expect((yield* admin.comments.adminComment(ofComment)).comment.content).toBe(comment.content)

        const text = { path: { id: pid.path.pid } }
        yield* admin.predictionModeration.removePrediction({ ...text, ...because })
        expect((yield* admin.predictionModeration.removedPredictions({ urlParams: page })).total).toBe(1)
        yield* admin.predictionModeration.restorePrediction({ ...text, ...because })
        expect((yield* admin.predictionModeration.adminPrediction(text)).prediction).not.toHaveProperty("removed_at")

        const report = { title: "The chart is empty", content: "It shows the axes only." }
        const { issue } = yield* agent.client.issues.fileIssue({ payload: report })
        const ofIssue = { path: { id: issue.id } }
        expect([issue.type, issue.created_at instanceof Date]).toEqual(["other", true])
        expect((yield* agent.client.issues.issues({ urlParams: page })).issues).toEqual([issue])
        expect((yield* agent.client.issues.issue(ofIssue)).issue).toEqual(issue)
        expect((yield* admin.issues.adminIssues({ urlParams: { ...page, type: "other" } })).total).toBe(1)
        expect((yield* admin.issues.adminIssue(ofIssue)).issue).toEqual(issue)
        const seen = { status: "acknowledged", admin_note: "Seen." } as const
        expect((yield* admin.issues.updateIssue({ ...ofIssue, payload: seen })).issue).toEqual({ ...issue, ...seen })

        const { article } = yield* agent.client.articles.submitArticle({
          payload: { title: "What the gauges say", content: "Nine of twelve went the way of the consensus. ".repeat(4) }
        })
        const ofArticle = { path: { id: article.id } }
        const at = new Date("2029-03-01T09:00:00.000Z")
        const timed = yield* admin.articles.scheduleArticle({ ...ofArticle, payload: { scheduled_at: at } })
        expect(timed.article.scheduled_at).toEqual(at)
        const { days } = yield* admin.articles.articleCalendar({ urlParams: { from: "2029-03-01" } })
        expect(days.map(({ date }) => date)).toEqual(["2029-03-01"])
        yield* admin.articles.scheduleArticle({ ...ofArticle, payload: { scheduled_at: null } })
        yield* admin.articles.editArticle({ ...ofArticle, payload: { tags: "gauges" } })
        yield* admin.articles.flagArticleForNewsletter({ ...ofArticle, payload: {} })
        const shown = yield* admin.articles.publishArticle(ofArticle)
        expect(shown.article).toMatchObject({ tags: "gauges", newsletter: true, published_at: expect.any(Date) })
        expect(yield* anyone.articles.article({ path: { slug: article.slug } })).toEqual(shown)
        expect((yield* anyone.articles.articles({ urlParams: page })).articles).toEqual([shown.article])
        expect(yield* anyone.articles.articlesRss()).toMatch(/^<\?xml /)
        expect((yield* admin.articles.articleCandidates({ urlParams: { limit: 1 } })).candidates).toEqual([])
        yield* admin.articles.archiveArticle(ofArticle)
        expect((yield* admin.articles.adminArticle(ofArticle)).article.status).toBe("archived")
        expect((yield* admin.articles.adminArticles({ urlParams: { ...page, status: "archived" } })).total).toBe(1)

        const { question: asked } = yield* admin.questionsAdmin.createQuestion({ payload: fields() })
        const { survey } = yield* admin.surveys.createSurvey({ payload: { title: "Gauges", question_ids: [asked.id] } })
        const ofSurvey = { path: { id: survey.id } }
        const { survey: edited } = yield* admin.surveys.editSurvey({ ...ofSurvey, payload: { tags: "gauges" } })
        expect([edited.tags, edited.updated_at instanceof Date]).toEqual(["gauges", true])
        yield* admin.surveys.unlinkSurveyQuestion({ path: { id: survey.id, qid: asked.id } })
        const linking = { ...ofSurvey, payload: { question_ids: [asked.id] } }
        expect((yield* admin.surveys.linkSurveyQuestions(linking)).added).toBe(1)
        expect((yield* admin.surveys.surveyQuestions({ ...ofSurvey, urlParams: page })).questions[0]?.id).toBe(asked.id)
        const panel = { ...ofSurvey, payload: { user_ids: [agent.id, stranger.id] } }
        expect(yield* admin.surveys.assignSurvey(panel)).toEqual({ assigned: 2, total: 2 })
        yield* admin.surveys.unassignSurvey({ path: { id: survey.id, uid: stranger.id } })
        const { assignments } = yield* admin.surveys.surveyAssignments({ ...ofSurvey, urlParams: page })
        expect(assignments[0]).toMatchObject({ user_id: agent.id, assigned_at: expect.any(Date) })
        const { survey: opened } = yield* admin.surveys.openSurvey(ofSurvey)
        expect((yield* agent.client.surveys.surveys({ urlParams: page })).surveys).toEqual([opened])
        expect((yield* agent.client.surveys.mySurveys({ urlParams: page })).surveys).toEqual([opened])
        expect((yield* agent.client.surveys.survey(ofSurvey)).questions[0]?.my_prediction).toBeNull()
        expect((yield* agent.client.surveys.surveyProgress(ofSurvey)).progress.answered).toBe(0)
        expect((yield* admin.surveys.adminSurveyProgress({ ...ofSurvey, urlParams: page })).progress).toHaveLength(1)
        expect((yield* admin.surveys.adminSurveyResults(ofSurvey)).provisional).toBe(true)
        yield* admin.surveys.closeSurvey(ofSurvey)
        expect((yield* agent.client.surveys.surveyResults(ofSurvey)).completed_rate).toBe(0)
        expect((yield* admin.surveys.archiveSurvey(ofSurvey)).survey.closed_at).toBeInstanceOf(Date)
        expect((yield* admin.surveys.adminSurvey(ofSurvey)).survey.status).toBe("archived")
        yield* callSurveyTools(admin, survey.id, asked.id)
        yield* callCampaigns(admin)

        expect((yield* anyone.briefs.intelBrief({ path })).brief.consensus.total_agents).toBe(1)
        expect((yield* anyone.briefs.dailyInsights({ urlParams: {} })).insights.final).toBe(false)
        const { highlights } = yield* anyone.insight.highlights({ urlParams: page })
        expect(highlights).toEqual([])
        const { battle } = yield* anyone.insight.weeklyBattle({ urlParams: {} })
        expect([battle.status, battle.starts_at instanceof Date]).toEqual(["live", true])
        const { leaderboard } = yield* anyone.boards.leaderboard({ urlParams: { ...page, period: "all" } })
        expect(leaderboard[0]?.id).toBe(agent.id)
        expect((yield* anyone.boards.calibrationBoard({ urlParams: page })).total).toBe(0)
        expect((yield* anyone.boards.skillBoard({ urlParams: page })).refreshed_at).toBeNull()
        expect((yield* anyone.boards.modelStats()).models).toMatchObject([{ model_family: "claude", resolved: 1 }])
        expect((yield* anyone.boards.personaStats()).personas).toHaveLength(1)
        const { calibration } = yield* anyone.boards.agentCalibration({ path: { id: agent.id }, urlParams: {} })
        expect(calibration.points).toMatchObject([{ confidence: 70, observed: 1 }])
        expect((yield* anyone.boards.agentProfile({ path: { id: agent.id } })).accuracy).toBe(1)

        expect(yield* owner.social.follow({ path: { id: stranger.id } })).toEqual({ following: true, followers: 1 })
        const { followers } = yield* anyone.social.followers({ path: { id: stranger.id }, urlParams: page })
        expect(followers[0]?.created_at).toBeInstanceOf(Date)
        expect((yield* owner.social.following({ urlParams: page })).following[0]?.agent_id).toBe(stranger.id)
        yield* owner.social.unfollow({ path: { id: stranger.id } })
        const inbox = yield* stranger.client.social.notifications({ urlParams: { ...page, unread: true } })
        expect(inbox.notifications.map(({ type }) => type)).toContain("new_follower")
        expect((yield* stranger.client.social.readNotifications({ payload: {} })).unread).toBe(0)
        expect((yield* agent.client.social.watchlist({ urlParams: page })).questions).toEqual([])
        expect((yield* owner.feed.mine({ urlParams: { limit: 20 } })).items).toEqual([])
        expect(yield* anyone.feed.atom()).toMatch(/^<\?xml /)
        expect((yield* anyone.feed.json()).items[0]?.date_published).toBeInstanceOf(Date)
        expect(yield* anyone.web.widget({ path: { question_id: suggestion.id }, urlParams: {} })).toMatch(
          /^<!doctype html>/
        )
        expect(yield* anyone.web.sitemap()).toContain(`/questions/${suggestion.id}</loc>`)
        const { share } = yield* owner.feed.share({ payload: { url: "https://127.0.0.1:9/nobody" } })
        expect((yield* owner.feed.shares({ urlParams: page })).shares).toEqual([share])

        yield* callPersonas(anyone, agent)
        yield* callWorkspaces(auspex, owner, admin, (yield* owner.me.me()).user.id)
        expect((yield* agent.client.bridge.status()).connected).toBe(false)

        const hook = yield* owner.webhooks.createWebhook({
          payload: { url: "https://127.0.0.1:9/nobody", events: ["question.created"] }
        })
        const ofHook = { path: { id: hook.id } }
        expect((yield* owner.webhooks.webhooks()).webhooks[0]?.created_at).toBeInstanceOf(Date)
        expect((yield* owner.webhooks.webhookEvents()).events).toHaveLength(12)
        expect((yield* owner.webhooks.webhook(ofHook)).url).toBe(hook.url)
        yield* owner.webhooks.updateWebhook({ ...ofHook, payload: { active: false } })
        expect((yield* owner.webhooks.testWebhook(ofHook)).status).toBeNull()
        expect((yield* owner.webhooks.rotateSecret(ofHook)).secret).not.toBe(hook.secret)
        const [sent] = (yield* owner.webhooks.deliveries({ ...ofHook, urlParams: page })).deliveries
        const ofDelivery = { path: { id: hook.id, did: sent!.id } }
        expect((yield* owner.webhooks.delivery(ofDelivery)).attempts[0]?.at).toBeInstanceOf(Date)
        yield* Effect.promise(() => query(auspex, "update webhook_deliveries set sequence = 1"))
        expect((yield* owner.webhooks.redeliver(ofDelivery)).status).toBe("pending")
        expect((yield* owner.webhooks.redeliverAll({ ...ofHook, payload: {} })).count).toBe(0)
        expect((yield* owner.webhooks.events({ urlParams: { limit: 1 } })).events[0]?.timestamp).toBeInstanceOf(Date)
        expect((yield* admin.webhooks.adminWebhooks({ urlParams: page })).webhooks[0]?.pending).toBe(1)
        yield* admin.webhooks.adminTestWebhook(ofHook)
        expect((yield* admin.webhooks.adminDeliveries({ ...ofHook, urlParams: page })).total).toBe(2)
        yield* admin.webhooks.adminRedeliver({ ...ofHook, payload: { dry_run: true } })
        yield* admin.webhooks.adminUpdateWebhook({ ...ofHook, payload: { active: true } })
        yield* owner.webhooks.deleteWebhook(ofHook)

        const exported = { urlParams: { format: "json" as const, from: new Date(0) } }
        yield* anyone.exports.predictions({ urlParams: { format: "json" } })
        expect((yield* anyone.exports.calibration(exported)).calibration[0]).toMatchObject({
          confidence: 70,
          correct: 1
        })
        yield* anyone.exports.consensusHistory(exported)

        const { question: draft } = yield* admin.questionsAdmin.createQuestion({ payload: fields() })
        yield* admin.questionsAdmin.adminQuestion({ path: { id: draft.id } })
        expect((yield* admin.questionsAdmin.adminListQuestions({ urlParams: page })).total).toBe(4)
        yield* admin.questionsAdmin.deleteQuestion({ path: { id: draft.id } })

        const question = yield* Effect.promise(() => openQuestion(auspex))
        yield* callInference({ admin, agent, owner, question })

        const account = { path: { id: stranger.id } }
        yield* admin.accountAdministration.list({ urlParams: page })
        yield* admin.accountAdministration.show(account)
        yield* admin.accountAdministration.suspend({ ...account, payload: { reason: "by a test" } })
        yield* admin.accountAdministration.restore(account)
        yield* admin.accountAdministration.verifyEmailOf({ path: { id: email } })
        const { key } = yield* admin.accountAdministration.makeKey({ payload: { name: "client" } })
        yield* admin.accountAdministration.keys()
        yield* admin.accountAdministration.audit({ urlParams: page })
        yield* admin.accountAdministration.revokeKey({ path: { id: key.id } })

        const { api_key } = yield* agent.client.me.rotateKey()
        expect(api_key).toMatch(/^sk_/)
        expect(yield* Effect.flip(agent.client.me.me())).toMatchObject({ code: "INVALID_API_KEY" })
        yield* owner.auth.logout()
        const mails = auspex.mails().length
        yield* anyone.auth.forgotPassword({ payload: { email } })
        while (auspex.mails().length === mails) yield* Effect.sleep("10 millis")
        yield* anyone.auth.resetPassword({ payload: { token: mailedToken(auspex, email), password } })
        expect((yield* anyone.auth.login({ payload: { email, password } })).user.email).toBe(email)

        const patterns = operations.map(({ method, path }) => ({
          name: `${method} ${path}`,
          pattern: new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`)
        }))
        expect(patterns.filter(({ pattern }) => !answered.some((call) => pattern.test(call))).map(({ name }) => name))
          .toEqual([])
      }))
  )
})
