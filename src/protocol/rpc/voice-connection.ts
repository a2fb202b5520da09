import Type, { type Static } from 'typebox';
import { Enumeration } from '../schema.js';

/** Voice connection states (docs/rpc.md, Commands). */
export const VOICE_CONNECTION_STATES = {
  DISCONNECTED: 'DISCONNECTED',
  AWAITING_ENDPOINT: 'AWAITING_ENDPOINT',
  AUTHENTICATING: 'AUTHENTICATING',
  CONNECTING: 'CONNECTING',
  CONNECTED: 'CONNECTED',
  VOICE_DISCONNECTED: 'VOICE_DISCONNECTED',
  VOICE_CONNECTING: 'VOICE_CONNECTING',
  VOICE_CONNECTED: 'VOICE_CONNECTED',
  NO_ROUTE: 'NO_ROUTE',
  ICE_CHECKING: 'ICE_CHECKING',
} as const;

/** Data of VOICE_CONNECTION_STATUS (docs/rpc.md, Events): pings in milliseconds, the last 20. */
export const VoiceConnectionStatusSchema = Type.Object({
  state: Enumeration(VOICE_CONNECTION_STATES),
  hostname: Type.String(),
  pings: Type.Array(Type.Number(), { maxItems: 20 }),
  average_ping: Type.Number(),
  last_ping: Type.Number(),
});
export type VoiceConnectionStatus = Static<typeof VoiceConnectionStatusSchema>;
