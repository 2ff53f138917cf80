import { defineConfig } from "vitest/config"

// Tests run on the sources: the "auspex-source" export condition of every package points at src/.
export default defineConfig({
  resolve: { conditions: ["auspex-source"] },
  ssr: { resolve: { conditions: ["auspex-source", "node"] } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["packages/testkit/src/databases/globalSetup.ts"],
    pool: "forks",
    // Files of one worker share what they have loaded and the embedded database: loading it anew for each file took longer
    // than the tests. So a test changes nothing of the process that the next would see.
    isolate: false,
    // One more than the cores that the suite is meant for, since many tests wait for other processes.
    maxWorkers: 3,
    // What a command or a request makes lives longer than V8's small young generation lasts: half of it was moved to
    // the old one, which took a tenth of the processor time of the tests of commands.
    execArgv: ["--min-semi-space-size=64", "--max-semi-space-size=128"],
    // Ten times what the slowest take on a quiet machine: they end what hangs, and judge no speed.
    testTimeout: 300_000,
    hookTimeout: 300_000
  }
})
