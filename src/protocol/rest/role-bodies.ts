import Type from 'typebox';
import { Nullable } from '../schema.js';
import { ColorSchema, PermissionsFieldSchema, PositionBody, RoleNameSchema } from './fields.js';

/** The fields of a role; null counts as absent. */
export const roleFields = {
  name: Type.Optional(Nullable(RoleNameSchema)),
  permissions: Type.Optional(Nullable(PermissionsFieldSchema)),
  color: Type.Optional(Nullable(ColorSchema)),
  /** `color` from later clients */
  colors: Type.Optional(Nullable(Type.Object({ primary_color: ColorSchema }))),
  hoist: Type.Optional(Nullable(Type.Boolean())),
  mentionable: Type.Optional(Nullable(Type.Boolean())),
};

/** POST /guilds/{guild.id}/roles and PATCH /guilds/{guild.id}/roles/{role.id} (docs/rest.md, guilds). */
export const RoleBody = Type.Object(roleFields);

/** PATCH /guilds/{guild.id}/roles (docs/rest.md, guilds). */
export const MoveRolesBody = Type.Array(PositionBody, { maxItems: 250 });
