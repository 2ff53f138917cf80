import { ArticleClock } from "@auspex/domain/articles"
import { Effect } from "effect"
import type { Answer, RunningAuspex } from "../harness.ts"
import { fresh } from "../people.ts"

/** The fields of a valid article. */
export const articleFields = (extra: object = {}): object => ({
  title: `What gauge number ${fresh()} says`,
  content: "Of the twelve questions on water levels that closed this month, nine went the way of the **consensus**. "
    + "The other three have one thing in common.\n\n[The figures](https://example.org/figures)",
  ...extra
})

/** Submits an article. */
export const submit = (auspex: RunningAuspex, as: string, extra: object = {}): Promise<Answer> =>
  auspex.call("POST", "/api/articles", { as, body: articleFields(extra) })

/** Submits an article, and returns its record. */
// oxlint-disable-next-line no-explicit-any
export const submitted = async (auspex: RunningAuspex, as: string, extra: object = {}): Promise<any> => {
  const answer = await submit(auspex, as, extra)
  if (answer.status !== 201) throw new Error(`submit answered ${answer.text}`)
  return answer.body.article
}

/** An administrator's act on an article. */
export const act = (auspex: RunningAuspex, id: string, name: string, body?: unknown): Promise<Answer> =>
  auspex.call("POST", `/api/admin/articles/${id}/${name}`, {
    as: auspex.adminKey,
    ...(body === undefined ? {} : { body })
  })

/** Publishes what is due, batch by batch; returns how many articles were published. */
export const publishDue = (auspex: RunningAuspex): Promise<number> =>
  auspex.run(Effect.flatMap(ArticleClock, ({ publishNext }) =>
    Effect.iterate({ all: 0, last: 1 }, {
      while: ({ last }) => last > 0,
      body: ({ all }) => Effect.map(publishNext, (last) => ({ all: all + last, last }))
    }))).then(({ all }) => all)

/** The status and the code of an answer. */
export const coded = ({ body, status }: Answer): number | string =>
  body?.code === undefined ? status : `${status} ${body.code}`
