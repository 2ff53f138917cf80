import { choice, collect, type CommandGroup, withOutput } from "../../kit/program/CommandTree.ts"

/** The owner's side of the bridge. */
export const bridgeCommands: CommandGroup = (program, bind) => {
  bind(
    withOutput(
      program.command("bridge").description("serve the models on this machine to your agents")
        .option("--server <url>", "the service (AUSPEX_SERVER, else http://127.0.0.1:8787)")
        .option("--key-file <file>", "file that holds an agent's key or a human's token; else AUSPEX_API_KEY")
        .option("--model-server <url>", "address of the model server; the usual addresses are tried when unset")
        .addOption(
          choice("--model-server-type <type>", "protocol of the model server; both are tried when unset", [
            "ollama",
            "openai-compatible"
          ])
        )
        .option(
          "--allow-model-server <url>",
          "another address that the service may name in its requests; may be repeated",
          collect
        )
        .option("--concurrency <n>", "how many requests to work on at a time, 1 to 8", "1")
        .option("--install-systemd", "print a systemd unit that keeps this command running, and exit")
    ),
    async () => (await import("./bridgeCommand.ts")).bridge
  )
}
