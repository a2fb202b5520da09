import { type NamedSchemas, namedSchemas } from '../declaration/schema-references.js';
import { GuildCreateSchema, UnavailableGuildSchema } from '../objects/guild.js';
import { REST_OBJECTS } from '../objects/named-schemas.js';
import { ActivitySchema, PresenceSchema } from '../objects/presence.js';
import { PartialUserSchema } from '../objects/user.js';
import { VoiceStateSchema } from '../objects/voice.js';

/** The objects that only gateway events have (docs/gateway.md, Objects). */
export const GATEWAY_OBJECTS = namedSchemas({
  Activity: [ActivitySchema, "A user's activity."],
  FullGuild: [GuildCreateSchema, 'A guild with its members, channels and presences.'],
  PartialUser: [PartialUserSchema, 'The public fields of a user.'],
  Presence: [PresenceSchema, 'The status and activity of a member.'],
  UnavailableGuild: [UnavailableGuildSchema, 'A guild that is unavailable or was left.'],
  VoiceState: [VoiceStateSchema, 'The state of a user in voice.'],
});

/** All objects of gateway events. */
export const ALL_GATEWAY_OBJECTS: NamedSchemas = new Map([...REST_OBJECTS, ...GATEWAY_OBJECTS]);
