import type { TSchema } from 'typebox';
import { OAUTH2_ERRORS } from '../../../protocol/oauth2/errors.js';
import { ApplicationSchema } from '../../../protocol/objects/application.js';
import { AttachmentSchema } from '../../../protocol/objects/attachment.js';
import { ChannelSchema, OverwriteSchema } from '../../../protocol/objects/channel.js';
import { EmbedSchema } from '../../../protocol/objects/embed.js';
import { EmojiSchema } from '../../../protocol/objects/emoji.js';
import { GuildEmbedSchema, GuildSchema, UserGuildSchema } from '../../../protocol/objects/guild.js';
import { IntegrationSchema } from '../../../protocol/objects/integration.js';
import { FullInviteSchema, InviteSchema } from '../../../protocol/objects/invite.js';
import { BanSchema, MemberSchema } from '../../../protocol/objects/member.js';
import { MessageSchema } from '../../../protocol/objects/message.js';
import { RoleSchema } from '../../../protocol/objects/role.js';
import { UserSchema } from '../../../protocol/objects/user.js';
import { VoiceRegionSchema } from '../../../protocol/objects/voice.js';

/** The objects of the interface that the document defines once and references. */
const OBJECTS: ReadonlyMap<object, string> = new Map<object, string>([
  [ApplicationSchema, 'Application'],
  [AttachmentSchema, 'Attachment'],
  [BanSchema, 'Ban'],
  [ChannelSchema, 'Channel'],
  [EmbedSchema, 'MessageEmbed'],
  [EmojiSchema, 'Emoji'],
  [FullInviteSchema, 'InviteWithMetadata'],
  [GuildEmbedSchema, 'GuildEmbed'],
  [GuildSchema, 'Guild'],
  [IntegrationSchema, 'Integration'],
  [InviteSchema, 'Invite'],
  [MemberSchema, 'Member'],
  [MessageSchema, 'Message'],
  [OverwriteSchema, 'Overwrite'],
  [RoleSchema, 'Role'],
  [UserGuildSchema, 'UserGuild'],
  [UserSchema, 'User'],
  [VoiceRegionSchema, 'VoiceRegion'],
]);

const ERROR = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'integer' },
    message: { type: 'string' },
    errors: { type: 'object', description: 'nested as the body is, each field with `_errors`' },
  },
};

const OAUTH2_ERROR = {
  type: 'object',
  required: ['error', 'error_description'],
  properties: { error: { enum: Object.keys(OAUTH2_ERRORS) }, error_description: { type: 'string' } },
};

/** The named schemas of the document. */
export function componentSchemas(): Record<string, unknown> {
  const named = [...OBJECTS].map(([schema, name]) => [name, inside(schema)] as const);
  return { ...Object.fromEntries(named), Error: ERROR, OAuth2Error: OAUTH2_ERROR };
}

/** A schema as the document shows it: named schemas are replaced by references. */
export function schemaObject(schema: TSchema): unknown {
  return referring(schema);
}

function referring(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const name = OBJECTS.get(value);
  return name === undefined ? inside(value) : { $ref: `#/components/schemas/${name}` };
}

function inside(value: object): unknown {
  if (Array.isArray(value)) return value.map(referring);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, referring(inner)]));
}
