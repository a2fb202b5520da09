import Type, { type Static } from 'typebox';
import { SnowflakeSchema } from '../schema.js';
import { compareSnowflakes } from '../snowflake.js';

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

/** Orders roles from the lowest to the highest; of two with equal positions the older one is higher. */
export function compareRoles(a: Pick<Role, 'id' | 'position'>, b: Pick<Role, 'id' | 'position'>): number {
  return a.position - b.position || compareSnowflakes(b.id, a.id);
}
