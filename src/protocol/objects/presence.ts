import Type, { type Static } from 'typebox';
import { Enumeration, Nullable, SnowflakeSchema } from '../schema.js';

export const STATUSES = { IDLE: 'idle', DND: 'dnd', ONLINE: 'online', OFFLINE: 'offline' } as const;
export type Status = (typeof STATUSES)[keyof typeof STATUSES];

export const ActivitySchema = Type.Object({ name: Type.String(), type: Type.Optional(Type.Integer()) });
export type Activity = Static<typeof ActivitySchema>;

/** A presence update (rest-facts.md, Objects): of `user` only the id is sure. */
export const PresenceSchema = Type.Object({
  user: Type.Object({ id: SnowflakeSchema }),
  roles: Type.Optional(Type.Array(SnowflakeSchema)),
  game: Nullable(ActivitySchema),
  guild_id: Type.Optional(SnowflakeSchema),
  status: Enumeration(STATUSES),
});
export type Presence = Static<typeof PresenceSchema>;
