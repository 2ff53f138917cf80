import { Effect } from "effect"
import { ModelServerFailed } from "./ModelServer.ts"

/** How long a model server may take to say what it has. */
const lookMillisMax = 5_000

/** How much of an error's text is passed on. */
const errorBytesMax = 2_000

const failed = (detail: string): ModelServerFailed => new ModelServerFailed({ detail })

const describe = (cause: unknown): string => {
  const { cause: inner, message } = cause as { readonly cause?: { readonly code?: string }; readonly message?: string }
  return inner?.code ?? message ?? String(cause)
}

/** The error that a model server states in a body, of either kind of server. */
const statedError = (text: string): string => {
  try {
    const { error } = JSON.parse(text) as { readonly error?: unknown }
    if (typeof error === "string") return error
    const { message } = (error ?? {}) as { readonly message?: unknown }
    return typeof message === "string" ? message : text
  } catch {
    return text
  }
}

const beginningOf = async (body: ReadableStream<Uint8Array> | null): Promise<string> => {
  let text = ""
  if (body === null) return text
  const decoder = new TextDecoder()
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= errorBytesMax) break
  }
  return text.slice(0, errorBytesMax)
}

const ofStatus200 = async (response: Response): Promise<Response> => {
  if (response.ok) return response
  const stated = statedError(await beginningOf(response.body)).trim()
  throw failed(`The model server answered ${response.status}${stated === "" ? "." : `: ${stated}`}`)
}

const asFailure = (address: string) => (cause: unknown): ModelServerFailed =>
  cause instanceof ModelServerFailed
    ? cause
    : failed(`No answer from the model server at ${address}: ${describe(cause)}.`)

/** Reads JSON from a model server. */
export const readJson = (address: string): Effect.Effect<unknown, ModelServerFailed> =>
  Effect.tryPromise({
    try: async (signal) => {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(lookMillisMax)])
      const response = await ofStatus200(await fetch(address, { signal: limited, redirect: "error" }))
      return await response.json() as unknown
    },
    catch: asFailure(address)
  })

/** Posts JSON to a model server, and hands the body of the answer to `read`. */
export const postJson = (
  address: string,
  body: unknown,
  read: (bytes: AsyncIterable<Uint8Array>) => Promise<void>
): Effect.Effect<void, ModelServerFailed> =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await ofStatus200(
        await fetch(address, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
          signal,
          redirect: "error"
        })
      )
      if (response.body === null) throw failed("The model server answered without a body.")
      await read(response.body)
    },
    catch: asFailure(address)
  })
