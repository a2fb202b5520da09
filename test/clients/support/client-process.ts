import assert from 'node:assert/strict';
import type { EventKind } from './event-log.js';
import type { GuildClient, Login } from './guild-client.js';
import { serveCalls } from './serve-calls.js';

/** The reply to the first call, `login`. */
export interface SignedIn {
  readonly operations: readonly string[];
  readonly silent: readonly string[];
}

/** An event of the client in this process. */
export interface ReportedEvent {
  readonly kind: EventKind;
  readonly event: string;
}

/** By the argument of this process. Only one is imported: some libraries change what is global. */
const LOGINS: Readonly<Record<string, () => Promise<Login>>> = {
  'discord-js-12': async () => (await import('./discord-js-12-client.js')).loginDiscordJs12,
  'discord-js-13': async () => (await import('./discord-js-13-client.js')).loginDiscordJs13,
};

let client: GuildClient | null = null;

serveCalls(async (operation, args) => {
  if (operation === 'login') return login(String(args[0]), String(args[1]));
  const method: unknown = Object(client)[operation];
  assert.ok(typeof method === 'function', operation);
  return method(...args);
});

async function login(apiUrl: string, token: string): Promise<SignedIn> {
  const loginTo = await LOGINS[process.argv[2] ?? '']?.();
  assert.ok(loginTo, 'the argument of this process names a library');
  client = await loginTo(apiUrl, token);
  const { log, silent, ...operations } = client;
  log.forwardTo((kind, event) => report({ kind, event }));
  return { operations: Object.keys(operations), silent: [...silent] };
}

function report(event: ReportedEvent): void {
  process.send?.(event);
}
