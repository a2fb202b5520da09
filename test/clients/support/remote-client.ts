import { fileURLToPath } from 'node:url';
import { PATIENCE } from '../../helpers/patience.js';
import type { ReportedEvent, SignedIn } from './client-process.js';
import { EventLog } from './event-log.js';
import type { GuildClient, GuildOperations, Login } from './guild-client.js';
import { RemoteProcess } from './remote-process.js';

/** How long a library may take to sign in, in milliseconds: libraries retry for ever. */
const LOGIN_TIMEOUT = 3 * PATIENCE;

/**
 * Logs in with a library that runs in a process of its own.
 *
 * @param library a name of `client-process.ts`
 * @param environment besides this process's own
 */
export function loginInProcess(library: string, environment: Readonly<Record<string, string>>): Login {
  return async (apiUrl, token) => {
    const program = fileURLToPath(import.meta.resolve('./client-process.js'));
    const log = new EventLog();
    const remote = RemoteProcess.start(program, [library], environment, (message) => {
      // The process reports nothing else.
      const { kind, event } = message as ReportedEvent;
      log.add(kind, event);
    });
    try {
      const reply = await remote.call('login', [apiUrl, token], LOGIN_TIMEOUT);
      return toClient(remote, log, reply as SignedIn);
    } catch (error) {
      await remote.stop();
      throw error;
    }
  };
}

function toClient(remote: RemoteProcess, log: EventLog, { operations, silent }: SignedIn): GuildClient {
  const calls = operations.map((name) => [name, (...args: unknown[]) => remote.call(name, args)]);
  // The adapter in the other process has the operations of the interface; its results are of their types.
  const methods: GuildOperations = Object.fromEntries(calls);
  return { ...methods, log, silent: new Set(silent), close: () => remote.stop() };
}
