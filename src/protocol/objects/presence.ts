import Type, { type Static } from 'typebox';
import { Enumeration, Nullable, SnowflakeSchema } from '../schema.js';

export const STATUSES = { IDLE: 'idle', DND: 'dnd', ONLINE: 'online', OFFLINE: 'offline' } as const;
export type Status = (typeof STATUSES)[keyof typeof STATUSES];

function text(maxLength: number) {
  return Type.Optional(Type.String({ maxLength }));
}

/** What an activity may show besides its name: each is omitted where a client sent something else. */
export const ACTIVITY_DETAILS = {
  application_id: Type.Optional(SnowflakeSchema),
  details: text(128),
  details_url: text(256),
  state: text(128),
  state_url: text(256),
  /** milliseconds since the Unix epoch */
  timestamps: Type.Optional(
    Type.Object({ start: Type.Optional(Type.Integer()), end: Type.Optional(Type.Integer()) }),
  ),
  /** images are keys or addresses, which nobody is asked to fetch */
  assets: Type.Optional(
    Type.Object({
      large_image: text(313),
      large_text: text(128),
      large_url: text(256),
      small_image: text(313),
      small_text: text(128),
      small_url: text(256),
      invite_cover_image: text(313),
    }),
  ),
  party: Type.Optional(
    Type.Object({
      id: text(128),
      /** current and largest */
      size: Type.Optional(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 })),
    }),
  ),
  /** their labels */
  buttons: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 2 })),
  instance: Type.Optional(Type.Boolean()),
  /** 1: an instance; 2: may be joined; 4: may be watched; 64 and 128: a public party */
  flags: Type.Optional(Type.Integer({ minimum: 0, maximum: 0x7fff_ffff })),
  /** what a list shows after the name: 0 the name, 1 `state`, 2 `details` */
  status_display_type: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })),
  supported_platforms: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 })),
} as const;

/** A user's activity; `url` of a stream. */
export const ActivitySchema = Type.Object({
  name: Type.String({ maxLength: 128 }),
  type: Type.Optional(Type.Integer()),
  url: Type.Optional(Nullable(Type.String({ maxLength: 512 }))),
  ...ACTIVITY_DETAILS,
});
export type Activity = Static<typeof ActivitySchema>;

/** What the kinds of activities are called; others are as the first. */
const KINDS: readonly string[] = ['Playing', 'Streaming', 'Listening to', 'Watching', '', 'Competing in'];

/** An activity in a line, e.g. `Playing Chess – Castle`. */
export function describeActivity({
  details,
  name,
  type = 0,
}: Pick<Activity, 'details' | 'name' | 'type'>): string {
  const what = `${KINDS[type] ?? KINDS[0]} ${name}`.trim();
  return details ? `${what} – ${details}` : what;
}

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
