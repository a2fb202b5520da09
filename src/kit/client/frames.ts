import { parseJson } from '../../platform/text/parse-json.js';

/** A frame of the server (docs/rpc.md, Payloads). */
export interface ServerFrame {
  readonly cmd: string;
  readonly evt: string | null;
  readonly nonce: string | null;
  readonly data: unknown;
}

/** @returns null for what is not a frame of an RPC server */
export function parseFrame(text: unknown): ServerFrame | null {
  const value = typeof text === 'string' ? parseJson(text) : null;
  if (typeof value !== 'object' || value === null) return null;
  const { cmd, evt = null, nonce = null, data = null } = value as Partial<Record<string, unknown>>;
  if (typeof cmd !== 'string' || !isTextOrNull(evt)) return null;
  return { cmd, evt, nonce: typeof nonce === 'string' ? nonce : null, data };
}

/** The code and message of an ERROR. */
export function errorOf({ data }: ServerFrame): { code: number; message: string } {
  const { code, message } = Object(data) as Partial<Record<string, unknown>>;
  return { code: typeof code === 'number' ? code : 1000, message: textOr(message, 'Unknown Error') };
}

/** A text that a server sent. Not every other value can be converted to one. */
export function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}
