import { Effect } from "effect"
import type { Article } from "../../publishing/articles/Article.ts"
import type { AdminActor } from "../../platform/identity/Actor.ts"
import { refuse } from "../../kernel/Refusal.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import type { CampaignArticle } from "./Campaign.ts"
import type { CampaignServices } from "./CampaignServices.ts"
import { type AppliedStep, stepOf } from "./CampaignStep.ts"
import type { Fields } from "./FieldChange.ts"

/** An instant with an offset from UTC. */
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

/** The place of an article in the calendar, as it is written in a file. */
export const articleFields = ({ newsletter, scheduled_at, status }: Article): Fields => ({
  // After publication, the time is only history.
  scheduled_at: status === "published" ? null : scheduled_at?.toISOString() ?? null,
  newsletter
})

/** Schedules, flags, publishes or archives an article. */
export const applyArticle = (
  { articles, store }: CampaignServices,
  actor: AdminActor,
  { newsletter, scheduled_at, slug, status }: CampaignArticle
): UseCaseEffect<AppliedStep> =>
  Effect.gen(function*() {
    const id = yield* store.article(slug)
    if (id === undefined) {
      return yield* refuse("ARTICLE_NOT_FOUND", `There is no article "${slug}".`, { field: "slug", measured: slug })
    }
    const before = yield* articles.show(actor, id)
    let after = before
    if (newsletter !== undefined && newsletter !== before.newsletter) {
      after = yield* articles.feature(actor, id, newsletter)
    }
    if (scheduled_at !== undefined && before.status !== "published") {
      after = yield* articles.schedule(actor, id, yield* instantOf(scheduled_at))
    }
    const move = status === undefined || status === before.status ?
      undefined
      : status === "published"
      ? "publish"
      : "archive"
    if (move !== undefined) after = yield* articles[move](actor, id)
    return stepOf({
      kind: "article",
      key: slug,
      id,
      title: after.title,
      before: articleFields(before),
      after: articleFields(after),
      moves: move === undefined ? [] : [move],
      fires: move === "publish" ? ["article.published"] : []
    })
  })

const instantOf = (text: string | null): UseCaseEffect<Date | null> => {
  if (text === null) return Effect.succeed(null)
  const instant = new Date(text)
  return instantPattern.test(text) && !Number.isNaN(instant.getTime())
    ? Effect.succeed(instant)
    : refuse(
      "INVALID_REQUEST",
      `scheduled_at must be a date-time with its offset from UTC, such as 2027-03-01T09:00:00Z.`,
      {
        field: "scheduled_at",
        measured: text.slice(0, 60)
      }
    )
}
