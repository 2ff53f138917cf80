import { Effect } from "effect"
import { printText } from "../../kit/output/print.ts"
import type { CommandHandler, CommonFlags, Invocation } from "../../kit/invocation/Invocation.ts"
import { type CommandNode, everyNode, type OptionNode, treeOf } from "../../kit/invocation/treeOf.ts"

const visible = (node: CommandNode): ReadonlyArray<CommandNode> => node.children.filter(({ hidden }) => !hidden)

/** The words that may follow a command: its subcommands, and the choices of its arguments. */
const followingWords = (node: CommandNode): ReadonlyArray<string> => [
  ...visible(node).map(({ path }) => path[path.length - 1]!),
  ...node.arguments.flatMap(({ choices }) => choices)
]

/** The options of the program that may follow any command. */
const anywhere: ReadonlySet<string> = new Set(["--no-color", "--verbose"])

const optionsOf = (node: CommandNode, root: CommandNode): ReadonlyArray<OptionNode> =>
  node === root ? node.options : [...node.options, ...root.options.filter(({ name }) => anywhere.has(name))]

const flagsOf = (node: CommandNode, root: CommandNode): ReadonlyArray<string> => [
  ...optionsOf(node, root).map(({ name }) => name),
  "--help"
]

/** Flags by the kind of their value: a choice of words, a file, or any text. A flag means the same in every command. */
const flagsByValue = (nodes: ReadonlyArray<CommandNode>) => {
  const words = new Map<string, ReadonlySet<string>>()
  const files = new Set<string>()
  const plain = new Set<string>()
  for (const option of nodes.flatMap(({ options }) => options)) {
    if (option.choices.length > 0)
      words.set(option.name, new Set([...(words.get(option.name) ?? []), ...option.choices]))
    else if (option.isPath) files.add(option.name)
    else if (option.takesValue) plain.add(option.name)
  }
  return { words, files, plain }
}

const bash = (root: CommandNode): string => {
  const nodes = everyNode(root)
  const { files, plain, words } = flagsByValue(nodes)
  const takers = [...words.keys(), ...files, ...plain].join("|")
  const cases = nodes.map((node) =>
    `    "${node.path.join(" ")}") words="${followingWords(node).join(" ")}"; flags="${
      flagsOf(node, root).join(" ")
    }" ;;`
  )
  return `# bash completion of auspex; put it into your .bashrc as: source <(auspex completion bash)
_auspex() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path="" words="" flags="" word at
  COMPREPLY=()
  case "$previous" in
${
    [...words].map(([name, choices]) =>
      `    ${name}) COMPREPLY=($(compgen -W "${[...choices].join(" ")}" -- "$current")); return ;;`
    ).join("\n")
  }
${files.size === 0 ? "" : `    ${[...files].join("|")}) compopt -o default 2>/dev/null; return ;;`}
${plain.size === 0 ? "" : `    ${[...plain].join("|")}) return ;;`}
  esac
  for ((at = 1; at < COMP_CWORD; at++)); do
    word="\${COMP_WORDS[at]}"
    case "$word" in
      ${takers}) at=$((at + 1)) ;;
      -*) ;;
      *)
        case "\${path:+$path }$word" in
          ${
    nodes.filter(({ path }) => path.length > 0).map(({ path }) => `"${path.join(" ")}"`).join("|")
  }) path="\${path:+$path }$word" ;;
        esac ;;
    esac
  done
  case "$path" in
${cases.join("\n")}
  esac
  if [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$current"))
  elif [[ -n "$words" ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    compopt -o default 2>/dev/null
  fi
}
complete -F _auspex auspex`
}

// zsh runs the same function through bashcompinit, its emulation of bash completion.
const zsh = (root: CommandNode): string =>
  `#compdef auspex
# zsh completion of auspex; put it into your .zshrc as: source <(auspex completion zsh)
autoload -Uz compinit && compinit -C
autoload -Uz bashcompinit && bashcompinit
compopt() { : }
${bash(root).split("\n").slice(1).join("\n")}`

const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

const fish = (root: CommandNode): string => {
  const nodes = everyNode(root)
  const top = visible(root).map(({ path }) => path[0]!).join(" ")
  const conditionOf = (node: CommandNode): string => {
    const [first, second] = node.path
    if (first === undefined) return `not __fish_seen_subcommand_from ${top}`
    return second === undefined
      ? `__fish_seen_subcommand_from ${first}`
      : `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`
  }
  const lines = nodes.flatMap((node) => [
    ...visible(node).map((child) => {
      const condition = node.path.length === 0
        ? conditionOf(node)
        : `${conditionOf(node)}; and not __fish_seen_subcommand_from ${
          visible(node).map(({ path }) => path[path.length - 1]).join(" ")
        }`
      return `complete -c auspex -n ${quoted(condition)} -f -a ${child.path[child.path.length - 1]} -d ${
        quoted(child.description)
      }`
    }),
    ...node.arguments.flatMap(({ choices }) => choices).map((word) =>
      `complete -c auspex -n ${quoted(conditionOf(node))} -f -a ${word}`
    ),
    ...optionsOf(node, root).map((option) => {
      const value = option.choices.length > 0
        ? ` -x -a ${quoted(option.choices.join(" "))}`
        : option.isPath
        ? " -r -F"
        : option.takesValue
        ? " -x"
        : ""
      return `complete -c auspex -n ${quoted(conditionOf(node))} -l ${option.name.slice(2)}${value} -d ${
        quoted(option.meaning)
      }`
    })
  ])
  return `# fish completion of auspex; save it as ~/.config/fish/completions/auspex.fish\n${lines.join("\n")}`
}

const scripts: Readonly<Record<string, (root: CommandNode) => string>> = { bash, zsh, fish }

/** `auspex completion SHELL`: prints a script generated from the command tree, so that the two cannot differ. */
export const completionCommand = ((call: Invocation<CommonFlags>) =>
  Effect.suspend(() => {
    const root = treeOf(call.program)
    return printText(call, scripts[call.args[0]!]!(root))
  })) satisfies CommandHandler
