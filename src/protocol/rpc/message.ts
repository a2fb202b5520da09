import Type, { type Static } from 'typebox';
import { AttachmentSchema } from '../objects/attachment.js';
import { Nullable } from '../schema.js';
import { RpcUserSchema } from './user.js';

/** An element of a message's content, parsed for display (docs/rpc.md, Message content). */
export const ContentElementSchema = Type.Object({
  content: Type.String(),
  type: Type.String(),
  id: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  animated: Type.Optional(Type.Boolean()),
  url: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  language: Type.Optional(Type.String()),
  children: Type.Optional(Type.Array(Type.Unknown())),
});
export type ContentElement = Static<typeof ContentElementSchema>;

/** A message as RPC sends it (docs/rpc.md, Commands). */
export const RpcMessageSchema = Type.Object({
  id: Type.String(),
  blocked: Type.Boolean(),
  content: Type.String(),
  content_parsed: Type.Array(ContentElementSchema),
  author_color: Type.String(),
  edited_timestamp: Nullable(Type.String()),
  timestamp: Type.String(),
  tts: Type.Boolean(),
  mentions: Type.Array(RpcUserSchema),
  mention_roles: Type.Array(Type.String()),
  mention_everyone: Type.Boolean(),
  embeds: Type.Array(Type.Unknown()),
  attachments: Type.Array(AttachmentSchema),
  type: Type.Integer(),
  pinned: Type.Boolean(),
  author: RpcUserSchema,
});
export type RpcMessage = Static<typeof RpcMessageSchema>;
