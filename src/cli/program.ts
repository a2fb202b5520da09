import { Command, CommanderError } from 'commander';
import { messageOf, UsageError, UserError } from '../platform/errors.js';
import { VERSION } from '../platform/version.js';
import { toIsolatedText } from '../platform/visible-text.js';
import { addAccounts } from './accounts.js';
import { addApi } from './api.js';
import { addApps } from './apps.js';
import { addCapture } from './capture.js';
import { addConsent } from './consent.js';
import { addConsole } from './console.js';
import { addDemo } from './demo.js';
import { addDevices } from './devices.js';
import { addDoctor } from './doctor.js';
import { addGrants } from './grants.js';
import { addGuilds } from './guilds.js';
import { addLogin } from './login.js';
import { addSessions } from './sessions.js';
import { addStart } from './start.js';
import { addStatus } from './status.js';
import { addStop } from './stop.js';
import { type AddCommand, type GlobalOptions, Invocation, type Runner } from './support/invocation.js';
import type { Terminal } from './support/terminal.js';
import { addUsers } from './users.js';
import { addVoice } from './voice.js';
import { addWhoami } from './whoami.js';

/** In the order of the help. */
const COMMANDS: readonly AddCommand[] = [
  addStart,
  addStop,
  addStatus,
  addDoctor,
  addConsole,
  addConsent,
  addGrants,
  addSessions,
  addApps,
  addUsers,
  addGuilds,
  addWhoami,
  addLogin,
  addAccounts,
  addDevices,
  addCapture,
  addVoice,
  addDemo,
  addApi,
];

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
  const program = createProgram(terminal, async (command, action) => {
    const invocation = new Invocation(terminal, command.optsWithGlobals<GlobalOptions>());
    await action(invocation);
    exitCode = invocation.exitCode;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    return reportError(error, terminal);
  }
}

function createProgram(terminal: Terminal, run: Runner): Command {
  const program = new Command('guildhall')
    .description('Gives games, overlays and hardware tools local access to your guilds, voice and devices.')
    .version(VERSION, '--version')
    .option('--home <folder>', 'the folder of all data (GUILDHALL_HOME)')
    .option('--json', 'print exactly one JSON value')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => terminal.write(text),
      writeErr: (text) => terminal.writeError(text),
    })
    .showHelpAfterError('(see guildhall --help)')
    .exitOverride();
  for (const add of COMMANDS) add(program, run);
  return program;
}

function reportError(error: unknown, terminal: Terminal): number {
  if (error instanceof CommanderError) {
    // Commander has already printed the error. Requested help is not an error; help shown because the command is
    // missing is.
    const asked = error.code === 'commander.helpDisplayed' || error.code === 'commander.version';
    return asked ? 0 : EXIT_USAGE;
  }
  terminal.writeError(`error: ${toIsolatedText(messageOf(error))}\n`);
  if (error instanceof UserError && error.hint !== null)
    terminal.writeError(`${toIsolatedText(error.hint)}\n`);
  return error instanceof UsageError ? EXIT_USAGE : EXIT_FAILURE;
}
