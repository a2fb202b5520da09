import Type, { type Static } from 'typebox';
import { SnowflakeSchema } from '../../protocol/schema.js';
import { AccountSchema } from '../operations/account.js';
import { CreatedApplicationSchema } from '../operations/applications.js';

/** Everything a demo made, with all ids, tokens and secrets needed to go on by hand. */
export const DemoSetSchema = Type.Object({
  /** the base address of the REST interface */
  api_url: Type.String(),
  application: CreatedApplicationSchema,
  guild: Type.Object({
    id: SnowflakeSchema,
    name: Type.String(),
    roles: Type.Array(Type.Object({ id: SnowflakeSchema, name: Type.String() })),
    channels: Type.Array(Type.Object({ id: SnowflakeSchema, name: Type.String(), type: Type.Integer() })),
  }),
  /** the people who were added beside the local person */
  people: Type.Array(AccountSchema),
  message: Type.Object({ id: SnowflakeSchema, channel_id: SnowflakeSchema, content: Type.String() }),
  /** how many sets there are now, this one included */
  sets: Type.Integer(),
});
export type DemoSet = Static<typeof DemoSetSchema>;
