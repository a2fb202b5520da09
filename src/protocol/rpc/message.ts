import Type, { type Static } from 'typebox';
import { Nullable } from '../schema.js';
import { RpcUserSchema } from './user.js';

/** A piece of a message's content, split for display. */
const ContentPartSchema = Type.Object({ content: Type.String(), type: Type.String() });

/** A message as RPC shows it (interface.md, RPC structures). */
export const RpcMessageSchema = Type.Object({
  id: Type.String(),
  blocked: Type.Boolean(),
  content: Type.String(),
  content_parsed: Type.Array(ContentPartSchema),
  author_color: Type.Optional(Type.String()),
  edited_timestamp: Nullable(Type.String()),
  timestamp: Type.String(),
  tts: Type.Boolean(),
  mentions: Type.Array(RpcUserSchema),
  mention_roles: Type.Array(Type.String()),
  mention_everyone: Type.Boolean(),
  embeds: Type.Array(Type.Unknown()),
  attachments: Type.Array(Type.Unknown()),
  type: Type.Integer(),
  pinned: Type.Boolean(),
  author: RpcUserSchema,
});
export type RpcMessage = Static<typeof RpcMessageSchema>;
