/** The result of one check, and what to do about it. */
export interface Check {
  readonly name: string
  readonly status: "ok" | "warn" | "fail"
  readonly message: string
  readonly fix?: string
}

export const pass = (name: string, message: string): Check => ({ name, status: "ok", message })
export const warn = (name: string, message: string, fix: string): Check => ({ name, status: "warn", message, fix })
export const fail = (name: string, message: string, fix: string): Check => ({ name, status: "fail", message, fix })
