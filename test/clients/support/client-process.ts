import assert from 'node:assert/strict';
import type { EventKind } from './event-log.js';
import type { GuildClient, Login } from './guild-client.js';

/** A call of an operation of the client in this process; the first one is `login`. */
export interface Call {
  readonly id: number;
  readonly operation: string;
  readonly args: readonly unknown[];
}

/** The reply to `login`. */
export interface SignedIn {
  readonly operations: readonly string[];
  readonly silent: readonly string[];
}

/** An event, or how a call ended. */
export type Report =
  | { readonly kind: EventKind; readonly event: string }
  | { readonly kind: 'result'; readonly id: number; readonly value?: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string; readonly code: unknown };

/** By the argument of this process. Only one is imported: some libraries change what is global. */
const LOGINS: Readonly<Record<string, () => Promise<Login>>> = {
  'discord-js-12': async () => (await import('./discord-js-12-client.js')).loginDiscordJs12,
  'discord-js-13': async () => (await import('./discord-js-13-client.js')).loginDiscordJs13,
};

let client: GuildClient | null = null;

process.once('disconnect', () => process.exit());
process.on('message', (call: Call) => {
  perform(call).then(
    (value) => report({ kind: 'result', id: call.id, value }),
    (error: unknown) => {
      const { message, code } = Object(error);
      report({ kind: 'failure', id: call.id, message: String(message), code });
    },
  );
});

async function perform({ operation, args }: Call): Promise<unknown> {
  if (operation === 'login') return login(String(args[0]), String(args[1]));
  const method: unknown = Object(client)[operation];
  assert.ok(typeof method === 'function', operation);
  return plain(await method(...args));
}

async function login(apiUrl: string, token: string): Promise<SignedIn> {
  const loginTo = await LOGINS[process.argv[2] ?? '']?.();
  assert.ok(loginTo, 'the argument of this process names a library');
  client = await loginTo(apiUrl, token);
  const { log, silent, ...operations } = client;
  log.forwardTo((kind, event) => report({ kind, event }));
  return { operations: Object.keys(operations), silent: [...silent] };
}

/** What can be passed on; objects of the library's own classes stay here. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value)) ? value : undefined;
}

function report(message: Report): void {
  process.send?.(message);
}
