import Type, { type Static } from 'typebox';
import { Enumeration, Nullable, SnowflakeSchema } from '../schema.js';

export const STATUSES = { IDLE: 'idle', DND: 'dnd', ONLINE: 'online', OFFLINE: 'offline' } as const;
export type Status = (typeof STATUSES)[keyof typeof STATUSES];

/** A user's activity; `url` of a stream. */
export const ActivitySchema = Type.Object({
  name: Type.String({ maxLength: 128 }),
  type: Type.Optional(Type.Integer()),
  url: Type.Optional(Nullable(Type.String({ maxLength: 512 }))),
});
export type Activity = Static<typeof ActivitySchema>;

/** A presence update (docs/rest.md, Objects). Only the id of `user` is always present. */
export const PresenceSchema = Type.Object({
  user: Type.Object({ id: SnowflakeSchema }),
  roles: Type.Optional(Type.Array(SnowflakeSchema)),
  game: Nullable(ActivitySchema),
  guild_id: Type.Optional(SnowflakeSchema),
  status: Enumeration(STATUSES),
  /** `game` for later clients */
  activities: Type.Array(ActivitySchema),
});
export type Presence = Static<typeof PresenceSchema>;
