import { type Command, InvalidArgumentError, Option } from 'commander';
import { LOG_LEVELS } from '../platform/log.js';
import type { AddCommand } from './support/invocation.js';

interface StartOptions {
  readonly home?: string;
  readonly json?: boolean;
  readonly rpcPorts?: string;
  readonly ipc: boolean;
  readonly ipcFolder?: string;
  readonly ipcLinks?: true;
  readonly apiPort?: string;
  readonly apiUrl?: string;
  readonly allowPlainHttp?: boolean;
  readonly voicePort?: string;
  readonly voiceSecretFile?: string;
  readonly consolePort?: string;
  readonly allowMissingOrigin?: boolean;
  readonly allowUsers?: string;
  readonly gamepadMappings?: string;
  readonly captureLimit?: string;
  readonly consentTimeout?: string;
  readonly open: boolean;
  readonly tray: boolean;
  readonly logLevel?: string;
}

/** `guildhall start`: runs the daemon in the foreground. Flags are passed on unparsed. */
export const addStart: AddCommand = (program, run) => {
  program
    .command('start')
    .description('run the daemon in the foreground')
    .option('--rpc-ports <A-B>', 'ports to try for RPC (default: 6463-6472)')
    .option('--no-ipc', 'no RPC over IPC')
    .option('--ipc-folder <DIR>', 'folder of the sockets of IPC (default: where clients look)')
    .option('--ipc-links', 'also where programs of Flatpak and Snap look')
    .option('--api-port <N>', 'port of the embedded service (default: 6480, else the next free; 0: any free)')
    .option('--api-url <URL>', 'use this service and run none')
    .addOption(allowPlainHttpOption())
    .addOption(voicePortOption())
    .addOption(voiceSecretOption())
    .option('--console-port <N>', 'port of the console page (default: 6490, else the next free; 0: any free)')
    .option('--allow-missing-origin', 'accept RPC clients that send no Origin')
    .addOption(allowUsersOption())
    .option(
      '--gamepad-mappings <FILE>',
      "mappings of gamepads in the format of SDL's game controller database",
    )
    .option('--capture-limit <SECONDS>', 'how long one CAPTURE_SHORTCUT may run (default: 60)')
    .option(
      '--consent-timeout <SECONDS>',
      'how long a request for access waits for your answer (default: 600)',
    )
    .option('--no-open', 'never open a browser automatically')
    .option('--no-tray', 'no icon among those of the desktop (Linux)')
    .addOption(logLevelOption())
    .addOption(new Option('--port <N>').hideHelp().argParser(refusePort))
    .action(async (_options: unknown, command: Command) => {
      const { open, tray, ipc, ...flags } = command.optsWithGlobals<StartOptions>();
      await run(command, async (invocation) => {
        // Loaded only here, because no other command needs the daemon's modules.
        const { runDaemon } = await import('../daemon/run.js');
        const [noOpen, noTray, noIpc] = [open, tray, ipc].map((isOn) => (isOn ? undefined : true));
        invocation.exitCode = await runDaemon({ ...flags, noOpen, noTray, noIpc });
      });
    });
};

/** @throws {InvalidArgumentError} always: the daemon has several ports */
function refusePort(): never {
  throw new InvalidArgumentError(
    'Say which port: --api-port of the service, --rpc-ports for programs, or --console-port.',
  );
}

/** @param isAlone whether the command runs only a voice endpoint, so that `off` leaves nothing */
export function voicePortOption({ isAlone = false } = {}): Option {
  const values = isAlone ? 'default: any free' : 'default: any free; off: none';
  return new Option('--voice-port <N>', `port of the voice endpoint (${values})`);
}

export function voiceSecretOption(): Option {
  return new Option('--voice-secret-file <FILE>', 'the secret of voice endpoints that run alone');
}

export function allowPlainHttpOption(): Option {
  return new Option('--allow-plain-http', 'accept an --api-url that is neither https nor of this machine');
}

export function allowUsersOption(): Option {
  return new Option('--allow-users <LIST>', 'other users (names or uids) whose programs may connect');
}

export function logLevelOption(): Option {
  return new Option('--log-level <L>', 'how much is logged (default: info)').choices(LOG_LEVELS);
}
