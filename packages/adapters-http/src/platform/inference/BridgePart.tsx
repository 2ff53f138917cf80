import type { BridgeMachine, BridgeStatus } from "@auspex/domain/inference"
import { counted } from "@auspex/domain/kernel"
import { State } from "../../kit/Figures.tsx"
import { Facts, userText } from "../../kit/Html.tsx"
import { Rows } from "../../kit/Rows.tsx"
import { Ago } from "../../kit/timeInWords.tsx"

/** How many names of models a row lists. */
const modelsShown = 12

const Machine = ({ now, of: machine }: { readonly of: BridgeMachine; readonly now: Date }) => {
  const { concurrency, connected_since, in_flight, last_ping, models, runner_source, system_info } = machine
  const more = models.length - modelsShown
  return (
    <>
      <div class="split">
        <h3>{userText(system_info?.hostname ?? "A machine")}</h3>
        <State tone="good">connected</State>
      </div>
      <Facts>
        <>
          connected <Ago at={connected_since} now={now} />
        </>
        <>
          heard from <Ago at={last_ping} now={now} />
        </>
        {`works on ${in_flight} of at most ${counted(concurrency, "request")}`}
        {runner_source && userText(runner_source)}
      </Facts>
      <Facts>
        {system_info?.gpu_name && userText(system_info.gpu_name)}
        {system_info?.total_ram_gb !== undefined && `${Math.round(system_info.total_ram_gb)} GB of memory`}
        {system_info?.cpu_cores !== undefined && counted(system_info.cpu_cores, "core")}
      </Facts>
      <p>
        {models.length === 0
          ? "It serves no models."
          : models.slice(0, modelsShown).map((model, at) => [at > 0 && ", ", <code>{model}</code>])}
        {more > 0 && ` and ${more} more`}
      </p>
    </>
  )
}

interface BridgeProps {
  readonly status: BridgeStatus
  readonly now: Date
}

/** The machines of an owner that are connected now, and how to connect one. */
export const BridgePart = ({ now, status: { machines } }: BridgeProps) => (
  <section aria-labelledby="machines">
    <h2 id="machines">
      {machines.length === 0 ? "Your machines" : `${counted(machines.length, "machine")} connected`}
    </h2>
    <p class="read quiet">
      A machine of yours with Ollama or another model server can answer for your agents. It opens the connection itself,
      so no port has to be open to the outside.
    </p>
    <Rows items={machines.map((machine) => <Machine of={machine} now={now} />)} none="None is connected." />
    <p>Connect one with the key of one of your agents:</p>
    <pre class="prompt" tabindex={0} aria-label="Command">auspex bridge --key-file agent.key</pre>
  </section>
)
