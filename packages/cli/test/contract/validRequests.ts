import type { RunningAuspex } from "../harness.ts"
import {
  draftQuestion,
  fresh,
  goodPrediction,
  linkedAgent,
  mailedToken,
  openQuestion,
  predict,
  query,
  questionFields,
  registerAgent,
  signUp,
  type TestAgent,
  type TestHuman,
  verifiedHuman
} from "../people.ts"
import { distinctPrediction } from "../races/citing.ts"
import { body, on, plain, type RequestRecipe, type Scene } from "./requestRecipe.ts"
import { campaignRequests } from "./campaignRequests.ts"
import { surveyRequests } from "./surveyRequests.ts"
import { inferenceRequests } from "./inferenceRequests.ts"
import { workspaceRequests } from "./workspaceRequests.ts"
import { personaRequests } from "./personaRequests.ts"
import { webhookRequests } from "./webhookRequests.ts"

const draft = ({ auspex }: Scene): Promise<string> => draftQuestion(auspex)
const open = ({ auspex }: Scene): Promise<string> => openQuestion(auspex)
const step = async (scene: Scene, id: string, ...steps: ReadonlyArray<string>): Promise<string> => {
  for (const name of steps) {
    const path = `/api/admin/questions/${id}/${name}`
    const answer = await scene.auspex.call("POST", path, { as: scene.auspex.adminKey })
    if (answer.status !== 200) throw new Error(`${name} answered ${answer.text}`)
  }
  return id
}
const author = async (scene: Scene) => linkedAgent(scene.auspex, { owner: await scene.author() })

/** A draft that the author suggested. */
const suggestion = async (scene: Scene): Promise<string> => {
  const { key } = await author(scene)
  const answer = await scene.auspex.call("POST", "/api/questions/suggest", { as: key, body: questionFields() })
  return answer.body.suggestion.id
}

/** A public question that the author suggested. */
const suggested = async (scene: Scene): Promise<string> => step(scene, await suggestion(scene), "approve", "publish")

/** A prediction of the author. */
const predicted: RequestRecipe = {
  request: async (scene) => ({
    path: { pid: (await predict(scene.auspex, await author(scene), await open(scene))).prediction.id }
  })
}

const anAgent = async ({ auspex }: Scene): Promise<string> => (await registerAgent(auspex)).id
const suspended = async (scene: Scene): Promise<string> => {
  const id = await anAgent(scene)
  const options = { as: scene.auspex.adminKey, body: { reason: "by a test" } }
  await scene.auspex.call("POST", `/api/admin/accounts/${id}/suspend`, options)
  return id
}
/** A question with a prediction, resolved as true. */
const resolved = async (scene: Scene): Promise<{ readonly id: string; readonly agent: TestAgent }> => {
  const agent = await linkedAgent(scene.auspex)
  const id = await openQuestion(scene.auspex)
  await predict(scene.auspex, agent, id, distinctPrediction())
  // A caller that may not predict may not dispute either.
  await scene.auspex.call("POST", `/api/questions/${id}/predict`, { ...scene.asCaller, body: distinctPrediction() })
  const options = { as: scene.auspex.adminKey, body: { outcome: true } }
  await scene.auspex.call("POST", `/api/admin/questions/${id}/resolve`, options)
  return { id, agent }
}
const objection = () => ({
  reason: "The gauge was read at noon, but the question asks for the highest reading of the whole day.",
  evidence_urls: ["https://gauges.example.org/harbour/2027"]
})
/** An open dispute of a resolution as true. */
const disputed = async (scene: Scene): Promise<string> => {
  const { agent, id } = await resolved(scene)
  const options = { as: agent.key, body: objection() }
  return (await scene.auspex.call("POST", `/api/questions/${id}/dispute`, options)).body.dispute.id
}
/** A comment of the author. */
const commented = async (scene: Scene, question?: string): Promise<string> => {
  const options = { as: (await author(scene)).key, body: remark() }
  const target = `/api/questions/${question ?? (await open(scene))}/comments`
  return (await scene.auspex.call("POST", target, options)).body.comment.id
}
const removed = async (scene: Scene): Promise<string> => {
  const id = await commented(scene)
  const options = { as: scene.auspex.adminKey, body: { reason: "by a test" } }
  await scene.auspex.call("POST", `/api/admin/comments/${id}/remove`, options)
  return id
}
/** A prediction of the author's whose text is removed. */
const removedPrediction = async (scene: Scene): Promise<string> => {
  const id = await ownPrediction(scene)
  const options = { as: scene.auspex.adminKey, body: { reason: "by a test" } }
  await scene.auspex.call("POST", `/api/admin/predictions/${id}/remove`, options)
  return id
}
const ownPrediction = async (scene: Scene): Promise<string> =>
  (await predict(scene.auspex, await author(scene), await open(scene))).prediction.id
const remark = () => ({ content: `Figure ${fresh()} of the latest report contradicts this argument.` })
const issue = () => ({ type: "bug", title: "The chart is empty", content: "It shows the axes only." })
/** An issue of the caller, if the caller may file issues. */
const ownIssue = async ({ asCaller, auspex }: Scene): Promise<string> => {
  const own = await auspex.call("POST", "/api/issues", { ...asCaller, body: issue() })
  if (own.status === 201) return own.body.issue.id
  const { key } = await registerAgent(auspex)
  return (await auspex.call("POST", "/api/issues", { as: key, body: issue() })).body.issue.id
}
const article = () => ({
  title: `What gauge number ${fresh()} says`,
  content: "Of the twelve questions on water levels that closed this month, nine went the way of the consensus. "
    .repeat(2)
})
/** A submitted article of a stranger. */
const submittedArticle = async ({ auspex }: Scene) => {
  const { key } = await linkedAgent(auspex)
  return (await auspex.call("POST", "/api/articles", { as: key, body: article() })).body.article
}
const articleId = async (scene: Scene): Promise<string> => (await submittedArticle(scene)).id
const keyName = () => `key ${fresh()}`

// The subjects of reads, created once and shared.
const once = <A>(make: (scene: Scene) => Promise<A>) => {
  const made = new WeakMap<RunningAuspex, Promise<A>>()
  return (scene: Scene): Promise<A> => {
    const known = made.get(scene.auspex) ?? make(scene)
    made.set(scene.auspex, known)
    return known
  }
}
const anOpenQuestion = once(open)
const someAgent = once(anAgent)
const aReceipt = once(async ({ auspex }) => {
  const agent = await linkedAgent(auspex)
  const id = await openQuestion(auspex)
  await predict(auspex, agent, id)
  const options = { as: auspex.adminKey, body: { outcome: true } }
  await auspex.call("POST", `/api/admin/questions/${id}/resolve`, options)
  return { id, user_id: agent.id }
})
const aDispute = once(disputed)
const aComment = once((scene) => commented(scene))
const aPrediction = once(async ({ auspex }) => {
  const id = await openQuestion(auspex)
  return { id, pid: (await predict(auspex, await linkedAgent(auspex), id)).prediction.id }
})
const anArticle = once(async (scene) => {
  const { id, slug } = await submittedArticle(scene)
  await scene.auspex.call("POST", `/api/admin/articles/${id}/publish`, { as: scene.auspex.adminKey })
  return { id, slug }
})
const someone = once(({ auspex }) => verifiedHuman(auspex))

let resets = 0
let forgetful: { readonly of: RunningAuspex; readonly human: TestHuman } | undefined

/** For each operation of the contract, by `group.name`. */
export const validRequests: Readonly<Record<string, RequestRecipe>> = {
  "system.health": plain,
  "system.ready": plain,
  "system.errors": plain,

  "auth.register": body(() => ({ name: `Newcomer ${fresh()}`, model: "gpt-5" })),
  "auth.signup": body(() => {
    const number = fresh()
    return { name: `Newcomer ${number}`, email: `newcomer${number}@example.org`, password: "correct horse battery" }
  }),
  "auth.login": body(async (scene) => ({ email: (await someone(scene)).email, password: "correct horse battery" })),
  "auth.logout": { ...plain, spendsCaller: true },
  "auth.verifyEmail": body(async ({ auspex }) => ({ token: mailedToken(auspex, (await signUp(auspex)).email) })),
  "auth.resendVerification": body(async (scene) => ({ email: (await someone(scene)).email })),
  "auth.forgotPassword": body(async (scene) => ({ email: (await someone(scene)).email })),
  "auth.resetPassword": body(async ({ auspex }) => {
    // An address gets at most three such mails an hour.
    if (resets++ % 3 === 0 || forgetful?.of !== auspex) forgetful = { of: auspex, human: await signUp(auspex) }
    const { email } = forgetful.human
    const mailed = () => auspex.mails().filter((text) => text.includes(`To: ${email}`)).length
    const before = mailed()
    await auspex.call("POST", "/api/auth/forgot-password", { body: { email } })
    // These mails are written after the answer.
    while (mailed() === before) await new Promise((resolve) => setTimeout(resolve, 5))
    return { token: mailedToken(auspex, email), password: "correct horse battery" }
  }),

  "me.me": plain,
  "me.update": body(() => ({ bio: "Says little." })),
  "me.link": body(async ({ auspex }) => ({ api_key: (await registerAgent(auspex)).key })),
  "me.agents": plain,
  "me.predictions": plain,
  "me.transactions": plain,
  "me.rotateKey": { ...plain, spendsCaller: true },

  "accountAdministration.list": plain,
  "accountAdministration.show": on(someAgent),
  "accountAdministration.verifyEmailOf": on(async (scene) => (await someone(scene)).id),
  "accountAdministration.suspend": on(anAgent, { body: { reason: "by a test" } }),
  "accountAdministration.restore": on(suspended),
  "accountAdministration.audit": plain,
  "accountAdministration.keys": plain,
  "accountAdministration.makeKey": body(() => ({ name: keyName() })),
  "accountAdministration.revokeKey": on(async ({ auspex }) => {
    const made = await auspex.call("POST", "/api/admin/keys", { as: auspex.adminKey, body: { name: keyName() } })
    return made.body.key.id
  }),

  "questions.taxonomy": plain,
  "questions.listQuestions": plain,
  "questions.suggestQuestion": body(() => questionFields()),
  "questions.question": on(anOpenQuestion),
  "questions.upvoteQuestion": on(suggested),
  "questions.removeQuestionUpvote": on(suggested),
  "questions.watchQuestion": on(anOpenQuestion),
  "questions.unwatchQuestion": on(anOpenQuestion),

  "questionsAdmin.adminListQuestions": plain,
  "questionsAdmin.createQuestion": body(() => questionFields()),
  "questionsAdmin.adminQuestion": on(draft),
  "questionsAdmin.updateQuestion": on(draft, { body: { context: "Said later." } }),
  "questionsAdmin.deleteQuestion": on(draft),
  "questionsAdmin.approveQuestion": on(draft),
  "questionsAdmin.publishQuestion": on(async (scene) => step(scene, await draft(scene), "approve")),
  "questionsAdmin.closeQuestion": on(open),
  "questionsAdmin.reopenQuestion": on(async (scene) => step(scene, await open(scene), "close")),

  "predictions.predict": {
    request: async (scene) => ({ path: { id: await open(scene) }, body: goodPrediction() })
  },
  "predictions.listPredictions": on(anOpenQuestion),
  "predictions.upvotePrediction": predicted,
  "predictions.removePredictionUpvote": predicted,
  "predictions.downvotePrediction": predicted,
  "predictions.removePredictionDownvote": predicted,

  "briefs.intelBrief": on(anOpenQuestion),
  "briefs.dailyInsights": plain,

  "exports.predictions": plain,
  "exports.calibration": plain,
  "exports.consensusHistory": plain,

  "consensus.consensus": on(anOpenQuestion),
  "consensus.snapshots": on(anOpenQuestion),
  "consensus.chart": on(anOpenQuestion),

  "scoring.receipt": {
    request: async (scene) => ({ path: await aReceipt(scene) })
  },
  "scoring.resolveQuestion": on(open, { body: { outcome: true } }),
  "scoring.resolutionJob": on(async (scene) => {
    const id = await open(scene)
    const options = { as: scene.auspex.adminKey, body: { outcome: true } }
    await scene.auspex.call("POST", `/api/admin/questions/${id}/resolve`, options)
    const jobs = await query<{ id: string }>(
      scene.auspex,
      "select id from resolution_jobs where question_id = $1::uuid",
      [id]
    )
    return jobs[0]!.id
  }),

  "disputes.fileDispute": {
    request: async (scene) => {
      const { id } = await resolved(scene)
      return { path: { id }, body: objection() }
    },
    isOfCaller: true
  },
  "disputes.questionDisputes": on(anOpenQuestion),
  "disputes.adminDisputes": plain,
  "disputes.adminDispute": on(aDispute),
  "disputes.previewDispute": on(aDispute, { query: "?outcome=false" }),
  "disputes.resolveDispute": on(disputed, {
    body: { status: "dismissed", resolution_note: "There is nothing to see." }
  }),

  "comments.postComment": { request: async (scene) => ({ path: { id: await open(scene) }, body: remark() }) },
  "comments.replyToComment": {
    request: async (scene) => ({ path: { comment_id: await commented(scene) }, body: remark() })
  },
  "comments.upvoteComment": on(commented),
  "comments.removeCommentUpvote": on(commented),
  "comments.listComments": on(anOpenQuestion),
  "comments.predictionReplies": { request: async (scene) => ({ path: await aPrediction(scene) }) },
  "comments.listDebates": on(anOpenQuestion),
  "comments.threadReplies": on(aComment),
  "comments.discussions": plain,
  "comments.debaters": plain,
  "comments.adminComments": plain,
  "comments.adminComment": on(aComment),
  "comments.removeComment": on(commented, { body: { reason: "by a test" } }),
  "predictionModeration.removedPredictions": plain,
  "predictionModeration.adminPrediction": on(ownPrediction),
  "predictionModeration.removePrediction": on(ownPrediction, { body: { reason: "by a test" } }),
  "predictionModeration.restorePrediction": on(removedPrediction, { body: { reason: "by a test" } }),
  "comments.restoreComment": on(removed, { body: { reason: "by a test" } }),

  // The call makes its caller a guardian.
  "guardians.apply": { ...plain, spendsCaller: true },
  "guardians.queue": plain,
  "guardians.validate": {
    request: async (scene) => ({
      ...(await predicted.request(scene)),
      body: { validation: "valid", reason: "Read, and the sources say so.", flags: [] }
    })
  },
  "guardians.review": {
    request: async (scene) => ({
      path: { id: await suggestion(scene) },
      body: { decision: "approve", reason: "Clear." }
    })
  },
  "guardians.validatedPredictionIds": plain,
  "guardians.flagHallucination": predicted,
  "guardians.setTrustLabel": on(anAgent, { body: { trust_label: "trusted", reason: "by a test" } }),

  "issues.fileIssue": body(issue),
  "issues.issues": plain,
  "issues.issue": { ...on(ownIssue), isOfCaller: true },
  "issues.adminIssues": plain,
  "issues.adminIssue": on(ownIssue),
  "issues.updateIssue": on(ownIssue, { body: { status: "acknowledged" } }),

  "articles.submitArticle": body(article),
  "articles.articles": plain,
  "articles.articlesRss": plain,
  "articles.article": { request: async (scene) => ({ path: { slug: (await anArticle(scene)).slug } }) },
  "articles.adminArticles": plain,
  "articles.articleCalendar": { request: async () => ({ query: "?from=2027-03-01&to=2027-03-31" }) },
  "articles.articleCandidates": plain,
  "articles.adminArticle": on(async (scene) => (await anArticle(scene)).id),
  "articles.editArticle": on(articleId, { body: { title: "What the other gauge says" } }),
  "articles.publishArticle": on(articleId),
  "articles.scheduleArticle": on(articleId, { body: { scheduled_at: "2029-03-01T09:00:00.000Z" } }),
  "articles.archiveArticle": on(articleId),
  "articles.flagArticleForNewsletter": on(articleId, { body: { newsletter: true } }),

  ...campaignRequests,
  ...surveyRequests,

  "insight.highlights": plain,
  "insight.weeklyBattle": plain,
  "insight.discover": plain,
  "insight.communityStats": plain,
  "insight.search": { request: async () => ({ query: "?q=measure" }) },

  "social.notifications": plain,
  "social.readNotifications": body(() => ({})),
  "social.watchlist": plain,
  "social.following": plain,
  "social.followers": on(someAgent),
  "social.follow": on(anAgent),
  "social.unfollow": on(someAgent),

  "feed.mine": plain,
  "feed.atom": plain,
  "feed.json": plain,
  "feed.shares": plain,
  // No server listens at this address, so the share is rejected.
  "feed.share": body(() => ({ url: `https://127.0.0.1:9/${fresh()}` })),

  ...personaRequests,
  ...inferenceRequests,
  ...workspaceRequests,
  ...webhookRequests,

  "web.widget": { request: async (scene) => ({ path: { question_id: await anOpenQuestion(scene) } }) },
  "web.sitemap": plain,

  "bridge.status": plain,
  "boards.leaderboard": plain,
  "boards.calibrationBoard": plain,
  "boards.skillBoard": plain,
  "boards.modelStats": plain,
  "boards.personaStats": plain,
  "boards.agentProfile": on(someAgent),
  "boards.agentCalibration": on(someAgent)
}
