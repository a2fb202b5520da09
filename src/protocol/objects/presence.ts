import Type, { type Static } from 'typebox';
import { Enumeration, Nullable, SnowflakeSchema } from '../schema.js';

export const STATUSES = { IDLE: 'idle', DND: 'dnd', ONLINE: 'online', OFFLINE: 'offline' } as const;
export type Status = (typeof STATUSES)[keyof typeof STATUSES];

/** What somebody does; `url` where it can be watched. */
export const ActivitySchema = Type.Object({
  name: Type.String({ maxLength: 128 }),
  type: Type.Optional(Type.Integer()),
  url: Type.Optional(Nullable(Type.String({ maxLength: 512 }))),
});
export type Activity = Static<typeof ActivitySchema>;

/** A presence update (docs/rest.md, Objects): of `user` only the id is sure. */
export const PresenceSchema = Type.Object({
  user: Type.Object({ id: SnowflakeSchema }),
  roles: Type.Optional(Type.Array(SnowflakeSchema)),
  game: Nullable(ActivitySchema),
  guild_id: Type.Optional(SnowflakeSchema),
  status: Enumeration(STATUSES),
  /** `game` as clients of later years read it */
  activities: Type.Array(ActivitySchema),
});
export type Presence = Static<typeof PresenceSchema>;
