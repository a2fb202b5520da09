import Type, { type Static, type TSchema } from 'typebox';
import { addressScope, mayNameAddress } from '../../net/address-scope.js';
import { isEncryptionMode } from '../../net/voice-packets/encryption-modes.js';
import { SECRET_KEY_BYTES } from '../../net/voice-packets/packet-cipher.js';
import { SnowflakeSchema, validator } from '../../protocol/schema.js';

/** The fields of each payload of the endpoint that the client reads (docs/voice.md, The voice gateway). */

const SourceSchema = Type.Integer({ minimum: 1, maximum: 4_294_967_295 });

const ReadySchema = Type.Object({
  ssrc: SourceSchema,
  ip: Type.String({ maxLength: 64 }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  modes: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 32 }),
});

const SessionDescriptionSchema = Type.Object({
  mode: Type.String({ maxLength: 64 }),
  secret_key: Type.Array(Type.Integer({ minimum: 0, maximum: 255 }), {
    minItems: SECRET_KEY_BYTES,
    maxItems: SECRET_KEY_BYTES,
  }),
});

const SpeakingSchema = Type.Object({ user_id: SnowflakeSchema, ssrc: SourceSchema });
const ClientConnectSchema = Type.Object({ user_id: SnowflakeSchema, audio_ssrc: SourceSchema });
const ClientDisconnectSchema = Type.Object({ user_id: SnowflakeSchema });

/** Reads a payload. @returns null if it has another shape */
function reader<Schema extends TSchema, Result>(
  schema: Schema,
  read: (d: Static<Schema>) => Result | null,
): (d: unknown) => Result | null {
  const { is } = validator(schema);
  return (d) => (is(d) ? read(d) : null);
}

const readAnyReady = reader(ReadySchema, ({ ip, modes, port, ssrc }) => {
  const mode = modes.find(isEncryptionMode);
  return mode === undefined ? null : { ssrc, mode, udp: { address: ip, port } };
});

/**
 * READY: the client's source, where packets go, and how they may be encrypted.
 *
 * @param endpoint the IP address of the endpoint's WebSocket, which limits where packets may go
 */
export function readReady(d: unknown, endpoint: string): ReturnType<typeof readAnyReady> {
  const ready = readAnyReady(d);
  const scope = addressScope(endpoint);
  return ready !== null && scope !== null && mayNameAddress(scope, ready.udp.address) ? ready : null;
}

/** SESSION_DESCRIPTION: the key of the client's packets. */
export const readSessionDescription = reader(SessionDescriptionSchema, ({ mode, secret_key: key }) =>
  isEncryptionMode(mode) ? { mode, key: Uint8Array.from(key) } : null,
);

/** SPEAKING and CLIENT_CONNECT: which source a user has. */
export const readSpeaking = reader(SpeakingSchema, ({ ssrc, user_id: userId }) => ({ ssrc, userId }));
export const readClientConnect = reader(ClientConnectSchema, ({ audio_ssrc: ssrc, user_id: userId }) => ({
  ssrc,
  userId,
}));

/** CLIENT_DISCONNECT: who left. */
export const readClientDisconnect = reader(ClientDisconnectSchema, ({ user_id: userId }) => userId);
