import Type, { type Static } from 'typebox';
import type { Overwrite } from '../objects/channel.js';
import { Enumeration } from '../schema.js';

/** Fields that many request bodies and queries share. */

/** Permission bits; clients write a number or a decimal string (docs/for-bots.md). */
export const PermissionsFieldSchema = Type.Union([
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  Type.String({ pattern: '^[0-9]{1,15}$' }),
]);

/** Whom an overwrite is for; clients of later years write a number. */
export const OverwriteTypeSchema = Enumeration({
  ROLE: 'role',
  MEMBER: 'member',
  ROLE_NUMBER: 0,
  MEMBER_NUMBER: 1,
});

/** A placeholder id inside one request; the specification says integer, clients also write strings. */
export const PlaceholderSchema = Type.Union([Type.Integer(), Type.String({ maxLength: 20 })]);

export const RegionSchema = Type.String({ maxLength: 50 });
/** a data URI; what it holds is checked when it is read */
export const ImageSchema = Type.String();
export const GuildNameSchema = Type.String({ minLength: 2, maxLength: 100 });
export const ChannelNameSchema = Type.String({ minLength: 2, maxLength: 100 });
export const TopicSchema = Type.String({ maxLength: 1024 });
export const BitrateSchema = Type.Integer({ minimum: 8000, maximum: 96_000 });
export const UserLimitSchema = Type.Integer({ minimum: 0, maximum: 99 });
/** the place in a list, from 0 */
export const PositionSchema = Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 });
export const NickSchema = Type.String({ maxLength: 32 });
export const ColorSchema = Type.Integer({ minimum: 0, maximum: 0xffffff });
export const RoleNameSchema = Type.String({ minLength: 1, maxLength: 100 });

export function PageLimitSchema(maximum: number) {
  return Type.Integer({ minimum: 1, maximum });
}

/** @returns the type by its name */
export function toOverwriteType(field: Static<typeof OverwriteTypeSchema>): Overwrite['type'] {
  if (typeof field === 'string') return field;
  return field === 0 ? 'role' : 'member';
}
