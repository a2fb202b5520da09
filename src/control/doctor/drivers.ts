import { nameXDisplay } from './desktop.js';
import { type Check, type DriverState, ok, problem, type Result } from './finding.js';
import { nameSoundServer } from './sound.js';

/** The server that a driver asks, as the environment names it; null: none. */
const SERVERS: Readonly<Record<string, (environment: NodeJS.ProcessEnv) => string | null>> = {
  'keyboard-mouse': nameXDisplay,
  audio: nameSoundServer,
};

/** Checks the status of each hardware driver. */
export const drivers: Check = {
  name: 'drivers',
  isForDaemonsOnly: true,
  asks: ({ environment }) => nameServers(environment),
  async run({ daemon, environment }) {
    if (daemon === null) return [];
    return (await daemon.checkDrivers()).map((driver) => judge(driver, environment));
  },
};

function nameServers(environment: NodeJS.ProcessEnv): string | null {
  const names = Object.values(SERVERS).flatMap((name) => name(environment) ?? []);
  return names.length === 0 ? null : names.join(' and ');
}

function judge({ name, state, reason, hint }: DriverState, environment: NodeJS.ProcessEnv): Result {
  const text = reason === null ? `${name}: ${state}` : `${name}: ${state} (${reason})`;
  if (state === 'failed')
    return problem('driver_failed', text, {
      hint: hint ?? 'See the log: the driver crashed and is being restarted.',
    });
  if (state === 'starting' && reason !== null) {
    const server = SERVERS[name]?.(environment) ?? null;
    return problem('driver_failed', server === null ? text : `${text}: it waits for ${server}`, {
      hint:
        server === null ? 'See the log.' : 'Restart that server, or correct the variable of the environment.',
    });
  }
  if (state !== 'unavailable') return ok(text);
  return problem('driver_unavailable', text, { hint: hint ?? 'See the log for the reason.' });
}
