import { Command, CommanderError } from 'commander';
import { messageOf, UsageError, UserError } from '../platform/errors.js';
import { toUserError } from '../platform/system-errors.js';
import { toShellWord } from '../platform/text/shell-word.js';
import { toIsolatedText } from '../platform/text/visible-text.js';
import { VERSION } from '../platform/version.js';
import { addAccounts } from './accounts/accounts.js';
import { addLogin } from './accounts/login.js';
import { addUsers } from './accounts/users.js';
import { addWhoami } from './accounts/whoami.js';
import { addApi } from './api.js';
import { addActivities } from './applications/activities.js';
import { addApps } from './applications/apps.js';
import { addConsent } from './applications/consent.js';
import { addGrants } from './applications/grants.js';
import { addSessions } from './applications/sessions.js';
import { addCompletion } from './completion.js';
import { addConsole, addPlayground } from './console.js';
import { addBackup } from './data/backup.js';
import { addRestore } from './data/restore.js';
import { addStore } from './data/store.js';
import { addDemo } from './demo.js';
import { addDoctor } from './doctor.js';
import { addChannels } from './guilds/channels.js';
import { addGuilds } from './guilds/guilds.js';
import { addInvites } from './guilds/invites.js';
import { addMembers } from './guilds/members.js';
import { addMessages } from './guilds/messages.js';
import { addRoles } from './guilds/roles.js';
import { addHelp } from './help.js';
import { addLogs } from './logs.js';
import { addMan } from './man.js';
import { addService } from './service/service.js';
import { addStart } from './start.js';
import { addStatus } from './status.js';
import { addStop } from './stop.js';
import { configureHelp } from './support/configure-help.js';
import { commandWords, helpHint } from './support/help-hint.js';
import { type AddCommand, type GlobalOptions, Invocation, type Runner } from './support/invocation.js';
import { JsonText } from './support/json-text.js';
import type { Terminal } from './support/terminal.js';
import { addSupportBundle } from './support-bundle/support-bundle.js';
import { addCapture } from './voice/capture.js';
import { addDevices } from './voice/devices.js';
import { addVoice } from './voice/voice.js';

/** The commands by their heading, in the order of the help. */
const COMMANDS: Readonly<Record<string, readonly AddCommand[]>> = {
  Daemon: [addStart, addStop, addStatus, addDoctor, addLogs, addService, addConsole],
  Applications: [addConsent, addGrants, addSessions, addActivities, addApps],
  'Guilds and people': [
    addGuilds,
    addChannels,
    addRoles,
    addInvites,
    addMembers,
    addMessages,
    addUsers,
    addWhoami,
    addLogin,
    addAccounts,
  ],
  'Devices and voice': [addDevices, addCapture, addVoice],
  'Your data': [addBackup, addRestore, addStore, addSupportBundle],
  'For developers': [addDemo, addPlayground, addApi, addCompletion, addMan, addHelp],
};

const EXIT_FAILURE = 1;
const EXIT_USAGE = 2;

/**
 * Runs one command line.
 *
 * @param args the arguments after `guildhall`
 * @returns the exit code: 0, 1 after an error, 2 after wrong usage
 */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode = 0;
  let hint: string | null = null;
  let home: string | undefined;
  const json = isJson(args) ? new JsonText(terminal) : null;
  const program = createProgram(json ?? terminal, async (command, action) => {
    hint = helpHint(command);
    const options = command.optsWithGlobals<GlobalOptions>();
    home = options.home;
    const invocation = new Invocation(terminal, options, commandWords(command).slice(1));
    await action(invocation);
    exitCode = invocation.exitCode;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    return reportError(error, (text) => nameHome(text, program, home), { help: hint, terminal });
  } finally {
    json?.end();
  }
}

/** Whether the flag is given: the help and the version are printed before all flags are parsed. */
function isJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).includes('--json');
}

/** The program with all its commands. @param run called by the command that was typed */
export function createProgram(terminal: Pick<Terminal, 'write' | 'writeError'>, run: Runner): Command {
  const program = new Command('guildhall')
    .description('Gives games, overlays and hardware tools local access to your guilds, voice and devices.')
    .version(VERSION, '--version')
    .option('--home <folder>', 'the folder of all data (GUILDHALL_HOME)')
    .option('--json', 'print exactly one JSON value')
    .configureOutput({
      writeOut: (text) => terminal.write(text),
      writeErr: (text) => terminal.writeError(text),
    })
    .exitOverride();
  for (const [heading, adds] of Object.entries(COMMANDS)) {
    program.commandsGroup(`${heading}:`);
    for (const add of adds) add(program, run);
  }
  configureHelp(program);
  configureErrors(program);
  return program;
}

function configureErrors(command: Command): void {
  command.configureOutput({ outputError: (text, write) => write(improveError(text, command)) });
  for (const child of command.commands) configureErrors(child);
}

/** An error of commander without the value of an option that its own explanation begins with, and with what helps. */
function improveError(text: string, command: Command): string {
  if (text.startsWith("error: unknown command 'version'"))
    return "error: unknown command 'version'\n(Did you mean guildhall --version?)\n";
  if (text.startsWith('error: too many arguments')) return explainExcess(text, command);
  return text.replace(/^(error: option '.*') (?:argument|value) '(.*)' is invalid\. (?=\2 )/s, '$1: ');
}

/** @param text the error of commander for more arguments than the command takes */
function explainExcess(text: string, command: Command): string {
  const { args, commands, options, registeredArguments } = command;
  const [first] = registeredArguments;
  if (first === undefined) return commands.length === 0 ? text : unknownCommand(command);
  const isQuoted = args.some((word) => /\s/.test(word));
  const isInGuild = options.some(({ long }) => long === '--guild') && first.name() !== 'guild';
  return [
    text.trimEnd(),
    ...(isQuoted ? [] : ['Quote names with spaces: "Chess Club".']),
    ...(isInGuild ? ['Name the guild with --guild, or write GUILD/NAME as one word.'] : []),
    '',
  ].join('\n');
}

/** The error of commander for the first word of a command that has commands below it, but also does something itself. */
function unknownCommand({ args, commands }: Command): string {
  let text = '';
  const group = new Command().exitOverride().configureOutput({ writeErr: (part) => (text += part) });
  for (const command of commands) group.command(command.name());
  try {
    group.parse(args.slice(0, 1), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
  }
  return text;
}

/** The commands of a hint for the home that was named: without it they would be for another one. */
function nameHome(hint: string, program: Command, home: string | undefined): string {
  // Some hints name it already.
  if (home === undefined || hint.includes('--home')) return hint;
  const names = program.commands.map((command) => command.name());
  return hint.replace(/\bguildhall ([a-z][a-z-]*)/g, (found, name: string) =>
    names.includes(name) ? `guildhall --home ${toShellWord(home)} ${name}` : found,
  );
}

interface ReportOptions {
  /** names the help for the command; null if the command line was not parsed to its end */
  readonly help: string | null;
  readonly terminal: Terminal;
}

/** @param complete makes the commands of a hint those that the person types */
function reportError(
  error: unknown,
  complete: (hint: string) => string,
  { help, terminal }: ReportOptions,
): number {
  if (error instanceof CommanderError) {
    // Commander has already printed the error. Requested help is not an error; help shown because the command is
    // missing is.
    const asked = error.code === 'commander.helpDisplayed' || error.code === 'commander.version';
    return asked ? 0 : EXIT_USAGE;
  }
  const known = toUserError(error);
  terminal.writeError(`error: ${toIsolatedText(messageOf(known))}\n`);
  const isUsage = known instanceof UsageError;
  const own = known instanceof UserError ? known.hint : null;
  const hint = own === null ? (isUsage ? help : null) : complete(own);
  if (hint !== null) terminal.writeError(`${toIsolatedText(hint)}\n`);
  return isUsage ? EXIT_USAGE : EXIT_FAILURE;
}
