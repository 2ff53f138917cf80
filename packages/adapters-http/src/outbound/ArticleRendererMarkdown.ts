import { ArticleRenderer } from "@auspex/domain/articles"
import { Effect, Layer } from "effect"
import { ArticleThread } from "./ArticleThread.ts"
import { renderArticle, renderSteps } from "./renderArticle.ts"

/** To be increased whenever a text is rendered differently, also by a new version of a library. */
const version = 1

/** A shorter text is rendered on the event loop: the worst of this length takes some milliseconds, as handing it over does. */
const apartLengthMin = 2_000

/** The renderer of articles. Long texts are rendered in a thread, since one step of some takes more than a second. */
export const ArticleRendererMarkdownLive: Layer.Layer<ArticleRenderer> = Layer.scoped(
  ArticleRenderer,
  Effect.gen(function*() {
    const thread = yield* Effect.acquireRelease(
      Effect.sync(() => new ArticleThread()),
      (thread) => Effect.promise(() => thread.close())
    )
    const turns = yield* Effect.makeSemaphore(1)
    return ArticleRenderer.of({
      version,
      render: renderSteps,
      renderApart: (markdown) =>
        markdown.length < apartLengthMin
          ? Effect.sync(() => renderArticle(markdown))
          : turns.withPermits(1)(Effect.promise((signal) => thread.render(markdown, signal)))
    })
  })
)
