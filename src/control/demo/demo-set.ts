import Type, { type Static } from 'typebox';
import { SnowflakeSchema } from '../../protocol/schema.js';
import { AccountSchema } from '../operations/account.js';
import { CreatedApplicationSchema } from '../operations/applications.js';

/** The content of a demo, with the ids, tokens and secrets needed to use it. */
export const DemoSetSchema = Type.Object({
  /** the base URL of the REST API */
  api_url: Type.String(),
  application: CreatedApplicationSchema,
  guild: Type.Object({
    id: SnowflakeSchema,
    name: Type.String(),
    roles: Type.Array(Type.Object({ id: SnowflakeSchema, name: Type.String() })),
    channels: Type.Array(Type.Object({ id: SnowflakeSchema, name: Type.String(), type: Type.Integer() })),
  }),
  /** the people who were added besides the local person */
  people: Type.Array(AccountSchema),
  message: Type.Object({ id: SnowflakeSchema, channel_id: SnowflakeSchema, content: Type.String() }),
  /** the number of demos that exist, this one included */
  sets: Type.Integer(),
});
export type DemoSet = Static<typeof DemoSetSchema>;
