import Type, { type TSchema } from 'typebox';
import { ExactNumber } from '../../protocol/encoding/encoding.js';
import type { RpcFrame } from '../../protocol/rpc/payload.js';
import { COMMANDS } from '../commands/index.js';
import { RPC_EVENTS } from '../events/index.js';
import type { ReadFrame } from '../transport/frame-reader.js';
import { HIDDEN, isName, SecretHider } from './hide-secrets.js';
import type { InspectedFrame } from './inspected-frame.js';

/** The content of a frame, without when and where. */
export type FrameContent = Pick<InspectedFrame, 'cmd' | 'evt' | 'nonce' | 'text' | 'is_cut'>;

/** The length of a frame's text, in characters; the rest is cut. */
const MAX_TEXT = 32 * 1024;
/** Nonces are chosen by clients, mostly UUIDs. */
const MAX_NONCE = 64;

/** Messages of errors quote what the client sent: tokens and codes are long words. */
const LONG_WORD = /\S{33,}/g;

const ERROR = 'ERROR';
const ErrorData = Type.Object({ code: Type.Integer(), message: Type.String() });
const Scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

/** Describes a decoded payload that a client sent, whatever it is. */
export function describeReceived(payload: unknown): FrameContent {
  const [cmd, evt] = [property(payload, 'cmd'), property(payload, 'evt')];
  const args = argumentsOf(cmd, evt);
  return describe(payload, { isOwn: false, body: { args } });
}

/** Describes a frame that the daemon sends. */
export function describeSent(frame: RpcFrame): FrameContent {
  const shown = frame.evt === ERROR ? { ...frame, data: withoutLongWords(frame.data) } : frame;
  return describe(shown, { isOwn: true, body: { data: dataOf(frame) } });
}

/** Describes a frame that was not decoded: only why is shown. */
export function describeUnread(read: Exclude<ReadFrame, { readonly payload: unknown }>): FrameContent {
  const refused = 'close' in read ? `close ${read.close.code} ${read.close.reason}` : read.refusal.message;
  return { cmd: null, evt: null, nonce: null, text: JSON.stringify({ refused }), is_cut: false };
}

interface Frame {
  readonly isOwn: boolean;
  /** the schema of what the frame carries; null: it is undeclared */
  readonly body: Readonly<Record<string, TSchema | null>>;
}

function describe(frame: unknown, { isOwn, body }: Frame): FrameContent {
  const cmd = nameOf(property(frame, 'cmd'));
  const evt = nameOf(property(frame, 'evt'));
  const declared = Object.entries(body).filter((entry): entry is [string, TSchema] => entry[1] !== null);
  const properties: Record<string, TSchema> = { nonce: Scalar, ...Object.fromEntries(declared) };
  // What is too long for a name could be anything.
  if (cmd !== null) properties.cmd = Scalar;
  if (evt !== null || property(frame, 'evt') === null) properties.evt = Scalar;
  const text = JSON.stringify(new SecretHider(isOwn).copy(frame, [Type.Object(properties)]));
  const nonce = toText(property(frame, 'nonce'));
  return { cmd, evt, nonce, text: text.slice(0, MAX_TEXT), is_cut: text.length > MAX_TEXT };
}

/** SUBSCRIBE and UNSUBSCRIBE take the arguments of their event. */
function argumentsOf(cmd: unknown, evt: unknown): TSchema | null {
  const command = typeof cmd === 'string' ? COMMANDS.get(cmd) : undefined;
  if (command === undefined) return null;
  if (Object.keys(command.args).length > 0) return command.args;
  return typeof evt === 'string' ? (RPC_EVENTS.get(evt)?.args ?? null) : null;
}

function dataOf({ cmd, evt }: RpcFrame): TSchema | null {
  if (evt === ERROR) return ErrorData;
  return (evt === null ? COMMANDS.get(cmd)?.data : RPC_EVENTS.get(evt)?.data) ?? null;
}

function withoutLongWords(data: unknown): unknown {
  const message = property(data, 'message');
  const text = typeof message === 'string' ? message.replaceAll(LONG_WORD, HIDDEN) : null;
  return { code: property(data, 'code'), message: text };
}

function nameOf(value: unknown): string | null {
  return typeof value === 'string' && isName(value) ? value : null;
}

function toText(nonce: unknown): string | null {
  if (nonce === null || nonce === undefined || typeof nonce === 'object') {
    return nonce instanceof ExactNumber ? nonce.text.slice(0, MAX_NONCE) : null;
  }
  return String(nonce).slice(0, MAX_NONCE);
}

function property(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
  return Reflect.get(value, name);
}
