import Type, { type Static } from 'typebox';
import { SnowflakeSchema } from '../schema.js';

/** A role (rest-facts.md, Objects). The @everyone role's id is the guild's id. */
export const RoleSchema = Type.Object({
  id: SnowflakeSchema,
  name: Type.String(),
  color: Type.Integer(),
  hoist: Type.Boolean(),
  position: Type.Integer(),
  permissions: Type.Integer(),
  managed: Type.Boolean(),
  mentionable: Type.Boolean(),
});
export type Role = Static<typeof RoleSchema>;
