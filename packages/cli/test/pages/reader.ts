import type { Page } from "playwright-core"
import type { Answer, RunningAuspex } from "../harness.ts"

/** Somebody who reads pages without a browser: sends the cookie, and the token of the forms. */
export interface Reader {
  readonly cookie: string
  readonly formToken: string
  readonly get: (path: string) => Promise<Answer>
  readonly post: (path: string, fields?: Fields, headers?: Readonly<Record<string, string>>) => Promise<Answer>
  /** Posts a form, and opens the page to which it leads with the cookie of its notice. */
  readonly postAndFollow: (path: string, fields?: Fields) => Promise<Answer>
}

export type Fields = Readonly<Record<string, string>> | ReadonlyArray<readonly [string, string]>

/** A form as browsers send it. */
export const formBody = (fields: Fields): string =>
  new URLSearchParams(
    Array.isArray(fields) ? fields as Array<[string, string]> : { ...fields as Record<string, string> }
  )
    .toString()

/** Posts a form. */
export const postForm = (
  auspex: RunningAuspex,
  path: string,
  fields: Fields,
  headers: Readonly<Record<string, string>> = {}
): Promise<Answer> =>
  auspex.call("POST", path, {
    body: formBody(fields),
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers }
  })

/** Opens the page to which a form leads, with the cookie of its notice. */
export const follow = (auspex: RunningAuspex, { headers }: Answer, cookie = ""): Promise<Answer> => {
  const cookies = [cookie, headers.get("set-cookie")?.split(";")[0] ?? ""].filter((one) => one !== "")
  return auspex.call("GET", headers.get("location")!, { headers: { cookie: cookies.join("; ") } })
}

/** Signs in by the form. */
export const signIn = async (
  auspex: RunningAuspex,
  { email }: { readonly email: string },
  password = "correct horse battery"
): Promise<Reader> => {
  const answer = await postForm(auspex, "/login", { email, password })
  const cookie = answer.headers.get("set-cookie")?.split(";")[0]
  if (answer.status !== 303 || cookie === undefined) throw new Error(`login answered ${answer.status}: ${answer.text}`)
  const get = (path: string) => auspex.call("GET", path, { headers: { cookie } })
  const { text } = await get("/research")
  const formToken = /name="form_token" value="([\w-]+)"/.exec(text)?.[1] ?? ""
  const post: Reader["post"] = (path, fields = {}, headers = {}) =>
    postForm(
      auspex,
      path,
      [["form_token", formToken], ...(Array.isArray(fields) ? fields : Object.entries(fields))] as Array<
        [string, string]
      >,
      { cookie, ...headers }
    )
  return {
    cookie,
    formToken,
    get,
    post,
    postAndFollow: async (path, fields) => {
      const answer = await post(path, fields)
      return answer.status === 303 ? follow(auspex, answer, cookie) : answer
    }
  }
}

/** Fills the visible fields of an open form by their labels, and sends it. */
export const send = async (page: Page, form: string, fields: Readonly<Record<string, string>>): Promise<void> => {
  const found = page.locator(`form#${form}`)
  for (const [label, value] of Object.entries(fields)) {
    const field = found.getByLabel(label, { exact: true })
    if (await field.evaluate(({ tagName }) => tagName) === "SELECT") await field.selectOption(value)
    else await field.fill(value)
  }
  await found.locator("button").click()
}

/** Where a page leads, or its status. */
export const outcome = ({ headers, status }: Answer): string =>
  status === 303 ? `to ${headers.get("location")}` : String(status)

/** What a page says of the fields of a form. */
export const messagesIn = ({ text }: Answer): ReadonlyArray<string> =>
  [...text.matchAll(/<span class="wrong"[^>]*>(.*?)<\/span><\/span>/g)].flatMap(([, found]) =>
    [...`${found}</span>`.matchAll(/<span>([^<]+)<\/span>/g)].map(([, message]) => message!)
  )
