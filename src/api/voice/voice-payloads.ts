import type { Static, TSchema } from 'typebox';
import { ENCRYPTION_MODES, isEncryptionMode } from '../../net/voice-packets/encryption-modes.js';
import { CloseError } from '../../net/websocket/close-error.js';
import { validator } from '../../protocol/schema.js';
import { VOICE_CLOSE_CODES, VOICE_OPCODES, type VoicePayload } from '../../protocol/voice/opcodes.js';
import {
  HeartbeatNonceSchema,
  HeartbeatSchema,
  type SelectProtocol,
  SelectProtocolSchema,
  SPEAKING_FLAGS,
  type Speaking,
  SpeakingSchema,
  type VoiceIdentify,
  VoiceIdentifySchema,
  type VoiceResume,
  VoiceResumeSchema,
} from '../../protocol/voice/payloads.js';
import type { Admissions } from './admissions.js';
import { VOICE_LIMITS } from './limits.js';
import type { VoiceGatewayConnection } from './voice-gateway-connection.js';
import type { VoiceRooms } from './voice-rooms.js';
import type { VoiceSession } from './voice-session.js';

/** The dependencies of payload handlers. */
export interface VoiceContext {
  readonly admissions: Admissions;
  readonly rooms: VoiceRooms;
  /** where clients send packets: an IP address and a port */
  readonly udp: { readonly address: string; readonly port: number };
}

type Handler = (context: VoiceContext, connection: VoiceGatewayConnection, d: unknown) => void;

/** All opcodes that clients may send. */
const PAYLOADS: ReadonlyMap<number, Handler> = new Map<number, Handler>([
  [VOICE_OPCODES.IDENTIFY, checked(VoiceIdentifySchema, identify)],
  [VOICE_OPCODES.SELECT_PROTOCOL, checked(SelectProtocolSchema, withSession(selectProtocol))],
  [VOICE_OPCODES.HEARTBEAT, heartbeat],
  [VOICE_OPCODES.SPEAKING, checked(SpeakingSchema, withSession(speak))],
  [VOICE_OPCODES.RESUME, checked(VoiceResumeSchema, resume)],
  // Clients announce the codecs and streams of their video, which this endpoint does not carry.
  [VOICE_OPCODES.CLIENT_CONNECT, () => {}],
]);

/** Opcodes of later versions that clients send without expecting a reply. */
const IGNORED_FROM = 14;

/** Handles one payload of a client. @throws {CloseError} */
export function handleVoicePayload(
  context: VoiceContext,
  connection: VoiceGatewayConnection,
  { op, d }: VoicePayload,
): void {
  const handle = PAYLOADS.get(op);
  if (handle !== undefined) handle(context, connection, d);
  else if (op < IGNORED_FROM) throw new CloseError(VOICE_CLOSE_CODES.UNKNOWN_OPCODE, 'Unknown opcode.');
}

function checked<Schema extends TSchema>(
  schema: Schema,
  handle: (context: VoiceContext, connection: VoiceGatewayConnection, d: Static<Schema>) => void,
): Handler {
  const { is } = validator(schema);
  return (context, connection, d) => {
    if (!is(d)) throw new CloseError(VOICE_CLOSE_CODES.DECODE_ERROR, 'Failed to decode payload.');
    handle(context, connection, d);
  };
}

function withSession<Data>(
  handle: (context: VoiceContext, connection: VoiceGatewayConnection, session: VoiceSession, d: Data) => void,
): (context: VoiceContext, connection: VoiceGatewayConnection, d: Data) => void {
  return (context, connection, d) => {
    const { session } = connection;
    if (session === null) throw new CloseError(VOICE_CLOSE_CODES.NOT_AUTHENTICATED, 'Not authenticated.');
    handle(context, connection, session, d);
  };
}

function requireNoSession({ session }: VoiceGatewayConnection): void {
  if (session !== null)
    throw new CloseError(VOICE_CLOSE_CODES.ALREADY_AUTHENTICATED, 'Already authenticated.');
}

function identify(
  { admissions, rooms, udp }: VoiceContext,
  connection: VoiceGatewayConnection,
  d: VoiceIdentify,
): void {
  requireNoSession(connection);
  const admission = admissions.forIdentify(d.server_id, d.user_id, d.token);
  if (admission === null)
    throw new CloseError(VOICE_CLOSE_CODES.AUTHENTICATION_FAILED, 'Authentication failed.');
  // A token works once; afterwards it only resumes the session that it began.
  const isUsable = admission.session === null && admission.member.sessionId === d.session_id;
  if (!isUsable) throw new CloseError(VOICE_CLOSE_CODES.INVALID_SESSION, 'Session is no longer valid.');
  const session = rooms.enter(admission, connection);
  admission.session = session;
  connection.session = session;
  connection.waitForHeartbeat();
  connection.send({
    op: VOICE_OPCODES.READY,
    d: {
      ssrc: session.ssrc,
      ip: udp.address,
      port: udp.port,
      modes: ENCRYPTION_MODES,
      heartbeat_interval: VOICE_LIMITS.HEARTBEAT_INTERVAL_MS,
    },
  });
  rooms.announce(session);
}

function selectProtocol(
  { rooms }: VoiceContext,
  _: VoiceGatewayConnection,
  session: VoiceSession,
  { protocol, data }: SelectProtocol,
): void {
  if (protocol !== 'udp') throw new CloseError(VOICE_CLOSE_CODES.UNKNOWN_PROTOCOL, 'Unknown protocol.');
  if (!isEncryptionMode(data.mode)) {
    throw new CloseError(VOICE_CLOSE_CODES.UNKNOWN_ENCRYPTION_MODE, 'Unknown encryption mode.');
  }
  const chosen = { address: data.address, port: data.port };
  // The address of the WebSocket does not count: behind a proxy it is that of everybody.
  const meant = session.address.choose(chosen);
  if (meant !== null) rooms.locate(session, meant);
  const key = session.startEncryption(data.mode);
  session.send(VOICE_OPCODES.SESSION_DESCRIPTION, {
    mode: data.mode,
    secret_key: [...key],
    audio_codec: 'opus',
    dave_protocol_version: 0,
  });
}

function heartbeat(_: VoiceContext, connection: VoiceGatewayConnection, d: unknown): void {
  if (isNumbered(d)) connection.beat(d.t);
  else if (isNonce(d)) connection.beat(d);
  else throw new CloseError(VOICE_CLOSE_CODES.DECODE_ERROR, 'Failed to decode payload.');
}
const { is: isNumbered } = validator(HeartbeatSchema);
const { is: isNonce } = validator(HeartbeatNonceSchema);

function speak(
  { rooms }: VoiceContext,
  _: VoiceGatewayConnection,
  session: VoiceSession,
  { speaking }: Speaking,
): void {
  rooms.speak(session, typeof speaking === 'number' ? speaking : speaking ? SPEAKING_FLAGS.MICROPHONE : 0);
}

function resume({ admissions }: VoiceContext, connection: VoiceGatewayConnection, d: VoiceResume): void {
  requireNoSession(connection);
  const session = admissions.forResume(d.server_id, d.session_id, d.token);
  if (session === null)
    throw new CloseError(VOICE_CLOSE_CODES.INVALID_SESSION, 'Session is no longer valid.');
  const { transport: previous } = session;
  if (!session.resume(connection, d.seq_ack ?? -1)) {
    throw new CloseError(VOICE_CLOSE_CODES.INVALID_SESSION, 'Session is no longer valid.');
  }
  session.cancelExpiry();
  previous?.close(VOICE_CLOSE_CODES.SESSION_TIMEOUT, 'The session was resumed elsewhere.');
  connection.session = session;
  connection.waitForHeartbeat();
}
