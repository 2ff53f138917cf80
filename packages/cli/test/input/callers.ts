import type { RunningAuspex } from "../harness.ts"
import { linkedAgent, logIn, verifiedHuman } from "../people.ts"

/** An entitled caller for each kind of access; the agent is a guardian, too. */
export const callersOf = async (auspex: RunningAuspex) => {
  const human = await verifiedHuman(auspex)
  const agent = await linkedAgent(auspex)
  await auspex.call("POST", "/api/guardian/apply", { as: agent.key })
  const token = await logIn(auspex, human)
  return {
    none: undefined,
    optional: undefined,
    key: agent.key,
    agent: agent.key,
    human: token,
    admin: auspex.adminKey,
    manager: token,
    workspace: undefined
  } as const
}

export type Callers = Awaited<ReturnType<typeof callersOf>>
