import Type, { type Static } from 'typebox';
import { SnowflakeSchema } from '../../protocol/schema.js';
import { CreatedApplicationSchema } from '../applications/application-schemas.js';
import { AccountSchema } from '../saved-accounts.js';

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
  /** whether it was made now; older versions omit it */
  is_new: Type.Optional(Type.Boolean()),
});
export type DemoSet = Static<typeof DemoSetSchema>;

/** The content of `demos.json`: what the service does not tell again. */
export const SavedDemosSchema = Type.Object({
  version: Type.Literal(1),
  /** the people of demos, who stay when their demo is removed: accounts are never deleted */
  people: Type.Array(AccountSchema),
  /** the newest last */
  demos: Type.Array(DemoSetSchema),
});
export type SavedDemos = Static<typeof SavedDemosSchema>;
