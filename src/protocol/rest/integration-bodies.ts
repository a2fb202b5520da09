import Type from 'typebox';
import { EXPIRE_BEHAVIORS } from '../objects/integration.js';
import { Enumeration, ForeignSnowflakeSchema, Nullable } from '../schema.js';

const YEAR = 31_536_000;

/** POST /guilds/{guild.id}/integrations (docs/rest.md, guilds). */
export const CreateIntegrationBody = Type.Object({
  type: Type.String({ minLength: 1, maxLength: 32 }),
  id: ForeignSnowflakeSchema,
});

/** PATCH /guilds/{guild.id}/integrations/{integration.id} (docs/rest.md, guilds). */
export const ModifyIntegrationBody = Type.Object({
  expire_behavior: Type.Optional(Nullable(Enumeration(EXPIRE_BEHAVIORS))),
  /** seconds */
  expire_grace_period: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: YEAR }))),
  enable_emoticons: Type.Optional(Nullable(Type.Boolean())),
});
