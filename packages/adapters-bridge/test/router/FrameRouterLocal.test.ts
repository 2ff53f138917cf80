import { frameRouterLocal, type LocalInstances } from "@auspex/adapters-bridge/router"
import { frameRouterContract } from "@auspex/testkit/contracts"
import { describe } from "vitest"

describe("messages between instances of one process", () => {
  const instances: LocalInstances = new Map()
  frameRouterContract(() => frameRouterLocal(instances))
})
