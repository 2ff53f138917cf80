import fastify from "fastify"
import { createHash } from "node:crypto"
import pg from "pg"

// The peer: a good plain server with fastify, pg and prepared statements, run one after the other, and rows as JSON.
interface Options {
  readonly databaseUrl: string
  readonly routes: ReadonlyArray<{
    readonly path: string
    /** The first statement looks up the caller by the digest of the key. */
    readonly authenticated: boolean
    readonly statements: ReadonlyArray<{ readonly text: string; readonly params: ReadonlyArray<unknown> }>
  }>
}

const { databaseUrl, routes } = JSON.parse(process.argv[2]!) as Options
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
const app = fastify()

routes.forEach(({ authenticated, path, statements }, route) => {
  const queries = statements.map(({ params, text }, index) => ({
    name: `s${route}_${index}`,
    text,
    values: [...params]
  }))
  app.get(path.split("?", 1)[0]!, async (request, reply) => {
    const results: Array<ReadonlyArray<unknown>> = []
    for (const [index, query] of queries.entries()) {
      const values = authenticated && index === 0
        ? [createHash("sha256").update(String(request.headers["x-api-key"])).digest()]
        : query.values
      const { rows } = await pool.query({ ...query, values })
      if (authenticated && index === 0) {
        if (rows.length === 0) return reply.code(401).send({ error: "unknown key" })
      } else {
        results.push(rows)
      }
    }
    return results.length === 1 ? { rows: results[0] } : { rows: results[0], more: results.slice(1) }
  })
})

console.log(`ready ${await app.listen({ port: 0, host: "127.0.0.1" })}`)
process.once("SIGTERM", () => process.exit(0))
