import { RPC_CLOSES } from '../../protocol/rpc/close-codes.js';
import type { CloseInfo } from './web-socket.js';

/** How long a reply may take where the command does not wait for the person, in milliseconds. */
const REPLY_MS = 30_000;
/** Commands that wait for the person. */
const WAITS_FOR_PERSON = new Set(['AUTHORIZE', 'CAPTURE_SHORTCUT']);
/** Why connections are closed for good: connecting again is pointless, or unwanted by the person. */
const FINAL_CLOSES = [
  RPC_CLOSES.KICKED,
  RPC_CLOSES.INVALID_CLIENT_ID,
  RPC_CLOSES.INVALID_ORIGIN,
  RPC_CLOSES.TOKEN_REVOKED,
  RPC_CLOSES.INVALID_VERSION,
  RPC_CLOSES.INVALID_ENCODING,
  RPC_CLOSES.INVALID_USER,
];
const FINAL: ReadonlySet<number> = new Set(FINAL_CLOSES.map(({ code }) => code));

export function isFinal({ code }: CloseInfo): boolean {
  return FINAL.has(code);
}

/** How long to wait for the reply to a command, in milliseconds; null: as long as the connection lasts. */
export function defaultTimeout({
  cmd,
  args,
}: {
  readonly cmd: string;
  readonly args: unknown;
}): number | null {
  if (WAITS_FOR_PERSON.has(cmd)) return null;
  const { timeout } = Object(args) as { timeout?: unknown };
  // The argument `timeout`, in seconds, is how long the server waits.
  return REPLY_MS + (typeof timeout === 'number' ? timeout * 1000 : 0);
}
