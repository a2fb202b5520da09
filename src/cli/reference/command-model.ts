import type { Argument, Command, Option } from 'commander';

/** What a value may be: one of some words, a path, or text of the person's own. */
export type ValueKind = 'folder' | 'file' | 'text' | readonly string[];

/** A flag as a person types it. */
export interface Flag {
  /** e.g. `--home` */
  readonly name: string;
  readonly description: string;
  /** null: it takes no value */
  readonly value: { readonly name: string; readonly kind: ValueKind } | null;
}

/** A value without a flag, e.g. the id of `apps show`. */
export interface Positional {
  /** e.g. `id` */
  readonly name: string;
  readonly isRequired: boolean;
  readonly isRepeated: boolean;
  readonly kind: ValueKind;
}

/** One command with what can follow it: the data of completions, the manual page and docs/cli.md. */
export interface CommandModel {
  /** the words after `guildhall`, e.g. `['apps', 'create']`; empty for the program itself */
  readonly path: readonly string[];
  readonly description: string;
  /** the heading in the help for its parent, e.g. `Daemon` */
  readonly group: string;
  readonly positionals: readonly Positional[];
  /** its own flags; those of the program itself are accepted by every command */
  readonly flags: readonly Flag[];
  readonly commands: readonly CommandModel[];
}

/** Reads the declarations of a command and of all below it. */
export function describeCommand(command: Command, path: readonly string[] = []): CommandModel {
  return {
    path,
    description: command.description(),
    group: command.helpGroup().replace(/:$/, ''),
    positionals: command.registeredArguments.map(toPositional),
    flags: command.options.filter(({ hidden }) => !hidden).map(toFlag),
    commands: command
      .createHelp()
      .visibleCommands(command)
      .map((child) => describeCommand(child, [...path, child.name()])),
  };
}

/** A command and all below it, in the order of the help. */
export function listCommands(model: CommandModel): CommandModel[] {
  return [model, ...model.commands.flatMap(listCommands)];
}

/** The commands that do something themselves: not the program, and no mere groups of others. */
export function listCallable(program: CommandModel): CommandModel[] {
  // `guildhall voice` is a group, and runs a voice endpoint.
  const isCallable = ({ path, commands, flags }: CommandModel) =>
    path.length > 0 && (commands.length === 0 || flags.length > 0);
  return listCommands(program).filter(isCallable);
}

/** How it is called, e.g. `apps update [options] <id>`. */
export function usageOf({ path, positionals, commands, flags }: CommandModel): string {
  const values = positionals.map(({ name, isRequired, isRepeated }) => {
    const shown = isRepeated ? `${name}...` : name;
    return isRequired ? `<${shown}>` : `[${shown}]`;
  });
  const options = flags.length === 0 ? [] : ['[options]'];
  return [...path, ...options, ...(commands.length === 0 ? [] : ['<command>']), ...values].join(' ');
}

/** How a flag is written with its value, e.g. `--home <folder>`. */
export function flagText({ name, value }: Flag): string {
  return value === null ? name : `${name} <${value.name}>`;
}

function toFlag(option: Option): Flag {
  const [, name] = /[<[](.*?)(?:\.\.\.)?[>\]]/.exec(option.flags) ?? [];
  return {
    name: option.long ?? option.flags,
    description: option.description,
    value: name === undefined ? null : { name, kind: kindOf(name, option.argChoices) },
  };
}

function toPositional(argument: Argument): Positional {
  return {
    name: argument.name(),
    isRequired: argument.required,
    isRepeated: argument.variadic,
    kind: kindOf(argument.name(), argument.argChoices),
  };
}

/** The name of a value says what it is: `<FILE>`, `<folder>`, `<on|off>`. */
function kindOf(name: string, choices: readonly string[] | undefined): ValueKind {
  const lower = name.toLowerCase();
  if (choices !== undefined) return choices;
  if (lower.includes('|')) return lower.split('|');
  return lower === 'file' || lower === 'folder' ? lower : 'text';
}
