import { type Browser, chromium } from "playwright-core"
import { chromiumExecutable } from "./chromiumExecutable.ts"

/** Starting takes about a second; this ends what hangs. */
const startMillisMax = 300_000

/** Arguments that keep the browser from using the graphics card and from requesting anything by itself. */
const quietArguments = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync"
]

/**
 * Starts a headless Chromium with an empty profile; `close` ends it and removes the profile. `hosts` are the only names
 * that it can reach, each with the address of the local server behind it: `{ "auspex.test": "http://127.0.0.1:8787" }`.
 * Fails when there is no browser for this machine.
 */
export const startBrowser = async (hosts: Readonly<Record<string, string>>): Promise<Browser> => {
  const reachable = Object.entries(hosts).map(([name, url]) => `MAP ${name} ${new URL(url).host}`)
  return chromium.launch({
    executablePath: await chromiumExecutable(),
    args: [...quietArguments, `--host-resolver-rules=${[...reachable, "MAP * ~NOTFOUND"].join(", ")}`],
    timeout: startMillisMax
  })
}
