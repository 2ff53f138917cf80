import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { missingEntries } from "../scripts/lock.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const self = "test/tidy.test.ts"

/** Files over the limit, with their maximum lengths. The list and its numbers may only shrink. */
const overlong: Readonly<Record<string, number>> = {}
const fileLinesMax = 400

/** A rule about lines: the files that it applies to, its violations, and what to write instead. */
interface LineRule {
  readonly name: string
  readonly files: RegExp
  readonly except?: RegExp
  readonly breach: RegExp
  readonly instead: string
  /** A line that violates the rule, to test the rule itself. */
  readonly example: string
  /** Whether the rule applies to comments, too. */
  readonly comments?: boolean
}

const code = /\.(ts|mjs|cjs|js)$/
const tests = /(^|\/)test\/.*\.ts$/
const domain = /^packages\/domain\/src\/.*\.tsx?$/
const text = /\.(ts|mjs|cjs|js|json|md|sql|html|css|sh|yml|yaml|csv)$|^\.ci\//

const lineRules: ReadonlyArray<LineRule> = [
  {
    name: "no focused, skipped or pending tests",
    files: tests,
    breach:
      /\b(it|test|describe|suite)(\.\w+)*\.(only|skip|skipIf|runIf|todo|fails)\b|\b(xit|xdescribe|fit|fdescribe)\(/,
    example: "describe.skip(name, () => run())",
    instead: "write the test or delete it; a missing database must fail the run, not skip it"
  },
  {
    name: "no test asserts speed by the clock",
    files: tests,
    breach:
      /\bperformance\.now\b|\bprocess\.(cpuUsage|hrtime)\b|\bEffect\.timed\w*\(|\bDate\.now\(\)\s*-\s*(began|begin|begun|start|before|since|then|from|t0)/,
    example: "expect(performance.now() - began).toBeLessThan(1_000)",
    instead:
      "growth or a ratio (@auspex/testkit/cost), or counted steps; a figure goes to bench, a hang to the test's timeout"
  },
  {
    name: "no notes to self",
    files: text,
    breach: /\b(TODO|FIXME|HACK)\b/,
    comments: true,
    example: "// TODO: later",
    instead: "do it now, or open an issue"
  },
  {
    name: "no unresolved merge conflicts",
    files: text,
    breach: /^(<{7}|>{7}|={7}$)/m,
    comments: true,
    example: `${"<".repeat(7)} HEAD`,
    instead: "resolve the conflict"
  },
  {
    name: "no silenced type checker",
    files: code,
    breach: /@ts-(ignore|nocheck)/,
    comments: true,
    example: "// @ts-ignore",
    instead: "@ts-expect-error with the reason after it"
  },
  {
    name: "no empty catch",
    files: code,
    breach: /\bcatch\s*(\([^)]*\))?\s*\{\s*\}|\.catch\(\(\w*\)\s*=>\s*\{\s*\}\)/,
    example: "try { run() } catch (error) {}",
    comments: true,
    instead: "handle the error, rethrow it, or explain in a comment why it does not matter"
  },
  {
    name: "packages import each other by name",
    files: /^(packages|bench)\/.*\.tsx?$/,
    breach: /(from|import)\s*\(?"(\.\.\/)+(packages\/|(domain|adapters-[a-z]+|testkit|cli)\/(src|dist)\/)/,
    example: "import { refuse } from \"../../domain/src/kernel/Refusal.ts\"",
    instead: "import from \"@auspex/<package>/<slice>\""
  },
  {
    name: "entry points list their exports",
    files: /^packages\/((adapters-bridge|domain|testkit)\/src\/(\w+\/)?|adapters-pg\/src\/)index\.ts$/,
    breach: /^export (type )?\*/m,
    example: "export * from \"./Payout.ts\"",
    instead: "the public names, and node scripts/exports.mjs to record them"
  },
  {
    name: "the domain has no clock",
    files: domain,
    // The ports in memory take their time from the Clock of Effect, which tests set.
    except: /\/memory\//,
    breach: /\bDate\.now\b|\bnew Date\(\s*\)|(?<!\w|\.)Date\(\)|\bperformance\.now\b|\bClock\.currentTime/,
    example: "const now = new Date()",
    instead: "take `now: Date` as an argument; it comes from DatabaseClock"
  },
  {
    name: "the domain uses no random numbers",
    files: domain,
    breach: /\bMath\.random\b|\bcrypto\.|\brandomUUID\b/,
    example: "const coin = Math.random() < 0.5",
    instead: "take a seed, or declare a port"
  },
  {
    name: "tests draw random numbers from a seed",
    files: /^packages\/([^/]+\/test|testkit\/src)\/.*\.ts$/,
    breach: /\bMath\.random\b|\brandomInt\b/,
    example: "const killAt = Math.floor(Math.random() * 80)",
    instead:
      "seededRandom() in packages/cli, randomOf of @auspex/testkit/season, or fast-check; a failure prints the seed"
  },
  {
    name: "the domain runs no effects",
    files: domain,
    breach:
      /\bEffect\.(promise|tryPromise|async\w*|run[A-Z]\w*)\b|\bRuntime\.run|\basync\s*(function|\(|\w+\s*=>)|\bnew Promise\b/,
    example: "Effect.runSync(program)",
    instead: "return an Effect; promises and main programs live in adapters and in packages/cli"
  },
  {
    name: "the domain uses no platform API",
    files: domain,
    breach: /\b(process|globalThis|window|Buffer)\.\w|\b(setTimeout|setInterval|fetch)\(|from "node:/,
    example: "process.env",
    instead: "declare a port in the slice that needs it"
  },
  {
    name: "a transition is obtained from its own table",
    files: /^packages\/[^/]+\/src\/.*\.tsx?$/,
    except: /\/([A-Z]\w*)?Move\.ts$|\/(Moderation|TrustLabel)\.ts$/,
    breach: /\bdrawMove\b|\bas (unknown as )?\w*Move\b/,
    example:
      "store.move([id], { from: \"draft\", action: \"resolve\", to: \"resolved\", by: [\"admin\"] } as QuestionMove)",
    instead: "questionMove, disputeMove, issueMove, moderationMove, evidenceTrustMoves, which look up their tables"
  },
  {
    name: "a state is written from a transition",
    files: /^packages\/[^/]+\/src\/.*\.tsx?$/,
    breach: /(\bset\s+|^\s*)(status|trust_label)\s*=\s*'/m,
    example: "update questions set status = 'open' where id = $1",
    instead: "a parameter that is the `to` of a move"
  },
  {
    name: "statements with many parameters name them",
    files: /^packages\/adapters-pg\/src\/.*\.ts$/,
    breach: /\$([4-9]|[1-9]\d)\b/,
    comments: true,
    example: "order by seq limit $4",
    instead: "statement(), which names them, or makeParameters() in a composed text"
  },
  {
    name: "rows have their declared type, or are mapped by plain functions",
    files: /^packages\/adapters-pg\/src\/(?!database\/|kernel\/).*\.ts$/,
    // It stores documents, which an older version may have written.
    except: /\/DailyInsightsStorePg\.ts$/,
    breach: /\bas unknown as\b|\bSchema\.(decode|validate|asserts)\w*/,
    example: "const keys = rows as unknown as ReadonlyArray<AdminKey>",
    instead: "the row's type next to its statement, and a function of it; a schema costs 27 µs per row"
  },
  {
    name: "no path of a developer's machine",
    files: text,
    breach: /(?<![\w.~/-])\/(work|root|home|Users)\/\w|\b[A-Z]:\\Users\\/,
    comments: true,
    example: "/home/somebody/auspex",
    instead: "a path relative to the repository, os.tmpdir() or import.meta.url"
  },
  {
    name: "no registry host in the lock file",
    files: /(^|\/)package-lock\.json$/,
    breach: /"resolved": "https?:/,
    example: "\"resolved\": \"https://registry.example/effect.tgz\"",
    instead: "npm config set omit-lockfile-registry-resolved true, then npm install"
  }
]

const forbiddenNames =
  /((^|[a-z0-9])(Manager|Helpers?|Utils?|Common|Impl|Base|DTO|Dto|Service)|^(manager|helpers?|utils?|common|impl|base|dto|service))(\.test)?\.(ts|mjs)$/

const requiredFiles = (name: string): ReadonlyArray<string> => [
  "package.json",
  "tsconfig.json",
  "README.md",
  "src",
  ...(["domain", "testkit"].includes(name) ? ["CHANGELOG.md"] : [])
]

/** Folders without sources: those of .gitignore, and .git. */
const ignored = new Set([
  ".git",
  ...readFileSync(join(root, ".gitignore"), "utf8").split("\n").filter((line) => line.endsWith("/")).map((line) =>
    line.slice(0, -1)
  )
])

const walk = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return ignored.has(entry.name) ? [] : walk(path)
    return entry.isFile() ? [path] : []
  })

const files = walk("")
const contents = new Map<string, string>()
const read = (path: string): string => {
  const known = contents.get(path)
  if (known !== undefined) return known
  const content = readFileSync(join(root, path), "utf8")
  contents.set(path, content)
  return content
}

/** Blanks out comments but keeps the lines. A `//` counts only after a space, so that URLs in strings are kept. */
const withoutComments = (content: string): string =>
  content
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, " "))
    .replace(/(^|\s)\/\/.*$/gm, "$1")

const breachesOf = ({ breach, comments, except, files: where, instead }: LineRule): ReadonlyArray<string> =>
  files.filter((path) => where.test(path) && path !== self && except?.test(path) !== true).flatMap((path) => {
    const content = comments === true || !code.test(path) ? read(path) : withoutComments(read(path))
    return [...content.matchAll(new RegExp(breach.source, `${breach.flags.replace("g", "")}g`))].map((match) => {
      const line = content.slice(0, match.index).split("\n").length
      return `${path}:${line}: ${match[0].trim()} -> ${instead}`
    })
  })

/** The anchor of a heading on common Git hosts. */
const anchorOf = (heading: string): string =>
  heading.trim().toLowerCase().replace(/[`*]/g, "").replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-")

const anchorsIn = (path: string): ReadonlySet<string> =>
  new Set(
    [...read(path).replace(/^```[\s\S]*?^```/gm, "").matchAll(/^#{1,6}\s+(.+)$/gm)].map((match) =>
      anchorOf(match[1] ?? "")
    )
  )

const brokenLinksIn = (path: string): ReadonlyArray<string> =>
  [...read(path).replace(/^```[\s\S]*?^```/gm, "").matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g)].flatMap((match) => {
    const link = match[1] ?? ""
    if (/^[a-z][a-z+.-]*:/i.test(link)) return []
    const [file = "", anchor] = link.split("#")
    const target = file === "" ? path : normalize(join(dirname(path), decodeURI(file)))
    if (!existsSync(join(root, target))) return [`${path}: ${link} does not exist`]
    return anchor !== undefined && target.endsWith(".md") && !anchorsIn(target).has(anchor)
      ? [`${path}: ${link} is no heading of ${target}`]
      : []
  })

const lineCount = (path: string): number => read(path).split("\n").length - 1

/** The comments of a file, each as one line of text, without code spans and examples. */
const commentsIn = (path: string): ReadonlyArray<string> => {
  const content = read(path)
  const blocks = path.endsWith(".sql")
    ? [...content.matchAll(/(?:^[ \t]*--.*\n)+/gm)].map(([block]) => block.replace(/^[ \t]*-- ?/gm, ""))
    : [
      ...[...content.matchAll(/\/\*\*?([\s\S]*?)\*\//g)].map(([, block = ""]) => block.replace(/^\s*\* ?/gm, "")),
      ...[...content.matchAll(/(?:^[ \t]*\/\/.*\n)+/gm)].map(([block]) => block.replace(/^[ \t]*\/\/ ?/gm, ""))
    ]
  return blocks.map((block) => block.replace(/^.*@example.*$/gm, "").replace(/\s+/g, " ").replace(/`[^`]*`/g, "X"))
}

/** Words in place of a noun: three in a sentence, and it must be read twice. */
const pronouns = /\b(what|that|those|one|whoever|whatever|as many as|so many|of which)\b/gi
const isRiddle = (sentence: string): boolean => [...sentence.matchAll(pronouns)].length >= 3

describe("tidy", () => {
  it("comments name their nouns", () => {
    expect(isRiddle("Of those that were sent, the one that nobody answered.")).toBe(true)
    expect(isRiddle("The sent requests without an answer. That is one.")).toBe(false)
    const riddles = files.filter((path) => /\.(ts|tsx|mjs|cjs|sql)$/.test(path)).flatMap((path) =>
      commentsIn(path).flatMap((comment) => comment.split(/(?<=[.:;?!])\s+/)).filter(isRiddle).map((sentence) =>
        `${path}: ${sentence.trim()} -> say the noun in place of what, that, those and one`
      )
    )
    expect(riddles).toEqual([])
  })

  it("reads the tree", () => {
    expect(files.length).toBeGreaterThan(50)
  })

  it.each(lineRules)("$name", (rule) => {
    expect(rule.example).toMatch(rule.breach)
    expect(breachesOf(rule)).toEqual([])
  })

  it("file names are specific", () => {
    const named = files.filter((path) => forbiddenNames.test(path.slice(path.lastIndexOf("/") + 1)))
    expect(named.map((path) => `${path} -> name it after its main export, a noun of the domain`)).toEqual([])
  })

  it(`files stay under ${fileLinesMax} lines`, () => {
    const long = files.filter((path) => /\.(ts|mjs)$/.test(path) && !/\/(data|generated)\//.test(path))
      .filter((path) => lineCount(path) > (overlong[path] ?? fileLinesMax))
    expect(long.map((path) => `${path} has ${lineCount(path)} lines -> extract a part`)).toEqual([])
  })

  it("the list of overlong files is up to date", () => {
    const slack = Object.entries(overlong).filter(([path, lines]) =>
      !existsSync(join(root, path)) || lineCount(path) < lines
    )
    expect(slack.map(([path]) => `${path} got shorter -> lower its number, or remove it`)).toEqual([])
  })

  it("every package has the required files", () => {
    const packages = readdirSync(join(root, "packages")).filter((name) => !name.startsWith("."))
    const missing = packages.flatMap((name) =>
      requiredFiles(name).filter((file) => !existsSync(join(root, "packages", name, file))).map((file) =>
        `packages/${name}/${file}`
      )
    )
    expect(missing).toEqual([])
  })

  it("the lock file has the binaries of every platform", () => {
    const missing = Object.keys(missingEntries(JSON.parse(read("package-lock.json"))))
    expect(missing.map((path) => `${path} -> node scripts/lock.mjs`)).toEqual([])
  })

  it("there is one main program", () => {
    const mains = files.filter((path) =>
      /^packages\/[^/]+\/src\//.test(path) && /\brunMain\(/.test(withoutComments(read(path)))
    )
    expect(mains.length, mains.join(", ")).toBeLessThanOrEqual(1)
  })

  it("links in the documents are valid", () => {
    expect(files.filter((path) => path.endsWith(".md")).flatMap(brokenLinksIn)).toEqual([])
  })
})
