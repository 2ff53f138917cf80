import { onServerDatabase } from "@auspex/testkit/databases"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { type TestHuman, verifiedHuman } from "../people.ts"
import { isDeclared, type OpenApi, operations } from "./operations.ts"
import { kin, type Principal, principals, principalTables } from "./principals.ts"
import { type ValidRequest, validRequests } from "./validRequests.ts"

/** Columns of text, as wide as their widest cell. */
const table = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join("  ").trimEnd()).join("\n")
}

const intro =
  `Who may do what: every operation of the core API, called with a valid request by everybody who might call it.
Made by packages/cli/test/contract/authorisation.test.ts; after a deliberate change, make it again with
"npx vitest run packages/cli/test/contract/authorisation.test.ts -u" and read the difference.

Each agent but the unlinked one belongs to the verified human. What a request is about (a prediction, a suggested
question) belongs to a stranger; the "agent of the same owner" and the "owner of the author" meet content of the family.`

// On a server, which answers these twelve thousand statements with half of the work that the embedded database has.
onServerDatabase("the authorisation matrix", (db) => {
  let auspex: RunningAuspex
  beforeAll(async () => {
    // Pages are read from addresses of this machine.
    auspex = await startAuspex(db.layer, { flags: { allowPrivateEgress: "true" } })
  })
  afterAll(() => auspex.stop())

  it("has a valid request for each operation of the contract, and a column for each principal", () => {
    expect(Object.keys(validRequests).sort()).toEqual(operations.map(({ id }) => id).sort())
    expect(principalTables.flatMap(({ columns }) => columns).sort()).toEqual(Object.keys(principals).sort())
  })

  it("is what calling each operation as each principal comes to", { timeout: 120_000 }, async () => {
    const stranger: TestHuman = await verifiedHuman(auspex)
    const known = new Map<string, Principal>()
    for (const [name, make] of Object.entries(principals)) known.set(name, await make(auspex))
    const family = known.get("verified human")!.owner!
    const document: OpenApi = (await auspex.call("GET", "/openapi.json")).body
    const unspent = new Map<string, ValidRequest>()

    const cell = async (operation: (typeof operations)[number], name: string): Promise<string> => {
      const recipe = validRequests[operation.id]!
      const caller = recipe.spendsCaller === true ? await principals[name]!(auspex) : known.get(name)!
      const { headers } = caller
      const author = kin.has(name) ? family : stranger
      // A request that was refused changed nothing: the next caller may send it.
      const slot = `${operation.id} ${recipe.isOfCaller === true ? name : author.id}`
      const { body, path = {}, query = "" } = unspent.get(slot) ??
        await recipe.request({ auspex, author: async () => author, asCaller: { headers } })
      unspent.delete(slot)
      const target = operation.path.replace(/\{(\w+)\}/g, (_, parameter: string) => path[parameter]!)
      const answer = await auspex.call(operation.method, target + query, {
        headers,
        ...(body === undefined ? {} : { body })
      })
      if (answer.status < 400) return String(answer.status)
      unspent.set(slot, { body, path, query })
      const { code } = answer.body
      expect([operation.id, code, isDeclared(document, operation.method, target, code)])
        .toEqual([operation.id, code, true])
      return `${answer.status} ${answer.body.code}`
    }

    const sections: Array<string> = []
    for (const { columns, title } of principalTables) {
      const rows: Array<ReadonlyArray<string>> = [["", ...columns]]
      for (const operation of operations) {
        const cells: Array<string> = []
        for (const name of columns) cells.push(await cell(operation, name))
        rows.push([`${operation.method} ${operation.path}`, ...cells])
      }
      sections.push(`${title}\n${"=".repeat(title.length)}\n\n${table(rows)}`)
    }
    await expect(`${[intro, ...sections].join("\n\n")}\n`).toMatchFileSnapshot("./authorisation.txt")
  })
})
