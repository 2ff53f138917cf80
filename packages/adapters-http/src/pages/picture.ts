import { pictureType } from "../wire/PictureQuery.ts"
import type { ChartOptions } from "../kit/ChartFrame.ts"
import type { ChartTheme } from "../kit/ChartTheme.ts"
import { type Reply, replyRaw } from "../engine/Reply.ts"

/** The decoded parameters of `pictureQuery`. */
export interface PictureRequest {
  readonly format?: "json" | "svg"
  readonly theme?: ChartTheme
  readonly width?: number
}

/** Any site may show a picture; only its inline styles are allowed, and nothing in it runs or loads. */
const pictureHeaders = { "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox" }

/** The answer as JSON, or as a picture if the request asks for one. */
export const pictureOr = <A>(
  { format, theme, width }: PictureRequest,
  json: () => A,
  draw: (options: ChartOptions) => string
): A | Reply<never> =>
  format !== "svg" ? json() : replyRaw({
    contentType: `${pictureType}; charset=utf-8`,
    content: draw({ ...(theme === undefined ? {} : { theme }), ...(width === undefined ? {} : { width }) })
  }, { headers: pictureHeaders })
