import Type, { type Static } from 'typebox';
import { SnowflakeSchema } from '../schema.js';

/** A role (docs/rest.md, Objects). The @everyone role's id is the guild's id. */
export const RoleSchema = Type.Object({
  id: SnowflakeSchema,
  name: Type.String(),
  color: Type.Integer(),
  /** `color` for later clients */
  colors: Type.Object({
    primary_color: Type.Integer(),
    /** always null: a role has one color */
    secondary_color: Type.Null(),
    tertiary_color: Type.Null(),
  }),
  hoist: Type.Boolean(),
  position: Type.Integer(),
  permissions: Type.Integer(),
  managed: Type.Boolean(),
  mentionable: Type.Boolean(),
});
export type Role = Static<typeof RoleSchema>;
