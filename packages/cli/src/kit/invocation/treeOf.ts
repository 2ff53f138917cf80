import type { Command } from "commander"

/** A command as the completion scripts and the reference need it. */
export interface CommandNode {
  /** The words after `auspex`. */
  readonly path: ReadonlyArray<string>
  readonly usage: string
  readonly description: string
  readonly hidden: boolean
  readonly arguments: ReadonlyArray<{ readonly name: string; readonly choices: ReadonlyArray<string> }>
  readonly options: ReadonlyArray<OptionNode>
  readonly children: ReadonlyArray<CommandNode>
}

export interface OptionNode {
  /** The long form, `--output`. */
  readonly name: string
  /** The form in the help, `--output <format>`. */
  readonly flags: string
  readonly meaning: string
  readonly takesValue: boolean
  /** Whether the value is a file or a directory. */
  readonly isPath: boolean
  readonly choices: ReadonlyArray<string>
}

/** The tree below a command, hidden commands included. */
export const treeOf = (command: Command, path: ReadonlyArray<string> = []): CommandNode => {
  const shown = new Set(command.createHelp().visibleCommands(command))
  return {
    path,
    usage: command.usage(),
    description: command.description(),
    hidden: false,
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      choices: argument.argChoices ?? []
    })),
    options: command.options.filter(({ hidden }) => !hidden).map((option) => ({
      name: option.long ?? option.flags,
      flags: option.flags,
      meaning: option.description,
      takesValue: option.required || option.optional,
      isPath: /<(file|dir)>/.test(option.flags),
      choices: option.argChoices ?? []
    })),
    children: command.commands.map((child) => ({
      ...treeOf(child, [...path, child.name()]),
      hidden: !shown.has(child)
    }))
  }
}

/** A node and all visible nodes below it. */
export const everyNode = (node: CommandNode): ReadonlyArray<CommandNode> => [
  node,
  ...node.children.filter(({ hidden }) => !hidden).flatMap(everyNode)
]
