import Type, { type Static } from 'typebox';
import { Nullable } from '../schema.js';
import { RpcMessageSchema } from './message.js';
import { RpcUserSchema } from './user.js';
import { PanSchema } from './voice-settings.js';

/** A user in a voice channel (docs/rpc.md, Commands). */
export const VoiceStateEntrySchema = Type.Object({
  voice_state: Type.Object({
    mute: Type.Boolean(),
    deaf: Type.Boolean(),
    self_mute: Type.Boolean(),
    self_deaf: Type.Boolean(),
    suppress: Type.Boolean(),
  }),
  user: RpcUserSchema,
  nick: Type.String(),
  volume: Type.Integer(),
  mute: Type.Boolean(),
  pan: PanSchema,
});
export type VoiceStateEntry = Static<typeof VoiceStateEntrySchema>;

/** An RPC channel object (docs/rpc.md, Commands). */
export const RpcChannelSchema = Type.Object({
  id: Type.String(),
  guild_id: Nullable(Type.String()),
  name: Type.String(),
  type: Type.Integer(),
  topic: Type.Optional(Type.String()),
  bitrate: Type.Optional(Type.Integer()),
  user_limit: Type.Optional(Type.Integer()),
  position: Type.Integer(),
  voice_states: Type.Optional(Type.Array(VoiceStateEntrySchema)),
  messages: Type.Optional(Type.Array(RpcMessageSchema)),
});
export type RpcChannel = Static<typeof RpcChannelSchema>;

/** A partial channel object of GET_CHANNELS and CHANNEL_CREATE. */
export const PartialChannelSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: Type.Integer(),
});
