import Type, { type Static } from 'typebox';
import type { Overwrite } from '../objects/channel.js';
import { Enumeration, SnowflakeSchema } from '../schema.js';

/** Fields shared by several request bodies and queries. */

/** Permission bits, as a number or a decimal string (docs/for-bots.md). */
export const PermissionsFieldSchema = Type.Union([
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  Type.String({ pattern: '^[0-9]{1,15}$' }),
]);

/** The target type of an overwrite; later clients send a number. */
export const OverwriteTypeSchema = Enumeration({
  ROLE: 'role',
  MEMBER: 'member',
  ROLE_NUMBER: 0,
  MEMBER_NUMBER: 1,
});

/** A placeholder id within one request: an integer by the specification, but some clients send strings. */
export const PlaceholderSchema = Type.Union([Type.Integer(), Type.String({ maxLength: 20 })]);

export const RegionSchema = Type.String({ maxLength: 50 });
/** a data URI; its content is checked when it is decoded */
export const ImageSchema = Type.String();
export const GuildNameSchema = Type.String({ minLength: 2, maxLength: 100 });
export const ChannelNameSchema = Type.String({ minLength: 2, maxLength: 100 });
export const TopicSchema = Type.String({ maxLength: 1024 });
export const BitrateSchema = Type.Integer({ minimum: 8000, maximum: 96_000 });
export const UserLimitSchema = Type.Integer({ minimum: 0, maximum: 99 });
/** the position in a list, from 0 */
export const PositionSchema = Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 });
/** a channel or role that is moved */
export const PositionBody = Type.Object({ id: SnowflakeSchema, position: PositionSchema });
export const NickSchema = Type.String({ maxLength: 32 });
export const ColorSchema = Type.Integer({ minimum: 0, maximum: 0xffffff });
export const RoleNameSchema = Type.String({ minLength: 1, maxLength: 100 });

export function PageLimitSchema(maximum: number) {
  return Type.Integer({ minimum: 1, maximum });
}

/** @returns the name of the type */
export function toOverwriteType(field: Static<typeof OverwriteTypeSchema>): Overwrite['type'] {
  if (typeof field === 'string') return field;
  return field === 0 ? 'role' : 'member';
}
