import { defineConfig } from "vitest/config"

// Tests run on the sources: the "auspex-source" export condition of every package points at src/.
export default defineConfig({
  resolve: { conditions: ["auspex-source"] },
  ssr: { resolve: { conditions: ["auspex-source", "node"] } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["packages/testkit/src/databases/globalSetup.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000
  }
})
