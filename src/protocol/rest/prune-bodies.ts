import Type from 'typebox';
import { Nullable } from '../schema.js';

const DaysSchema = Type.Integer({ minimum: 1, maximum: 0x7fffffff });

/** GET /guilds/{guild.id}/prune (docs/rest.md, guilds). */
export const PruneCountQuery = Type.Object({ days: DaysSchema });

/** POST /guilds/{guild.id}/prune: `days` in the query, or in the body as later clients send it. */
export const BeginPruneQuery = Type.Object({ days: Type.Optional(DaysSchema) });
export const BeginPruneBody = Type.Object({ days: Type.Optional(Nullable(DaysSchema)) });

export const PrunedSchema = Type.Object({ pruned: Type.Integer() });
