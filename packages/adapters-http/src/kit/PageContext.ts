import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { RefusedForm } from "./RefusedForm.ts"

/** The reader of a page that needs a session. */
export interface Reader {
  readonly name: string
  /** Sent with every form of the session. */
  readonly formToken: string
}

/** The state of a page that its forms read, so that no form can forget it. */
export interface PageState {
  readonly reader?: Reader | undefined
  readonly refused?: RefusedForm | undefined
}

/** Provides the state of a page to its forms. */
export const PageContext = createContext<PageState>({})

/** The state of the page. */
export const usePage = (): PageState => useContext(PageContext)

/** The form with this id, if it has just been refused. */
export const useRefused = (id: string): RefusedForm | undefined => {
  const { refused } = usePage()
  return refused?.id === id ? refused : undefined
}
