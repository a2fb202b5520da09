import Type from 'typebox';
import { ActivitySchema } from '../../protocol/objects/presence.js';
import { LocalUserSchema } from '../../protocol/rpc/user.js';
import { Nullable, Secret } from '../../protocol/schema.js';
import { event } from '../subscriptions/event.js';

/** What the events of joining a game have in common: `ActivityRequests` sends them to the program that they are for. */
const COMMON = { access: 'local', errors: [], args: Type.Object({}), sources: [] } as const;

const SecretSchema = Type.Object({ secret: Secret(Type.String()) });
const RequestSchema = Type.Object({
  user: LocalUserSchema,
  /** of the one who can be joined */
  activity: Nullable(ActivitySchema),
  type: Type.Integer(),
  channel_id: Type.Null(),
  message_id: Type.Null(),
});

export const activityJoin = event({
  ...COMMON,
  name: 'ACTIVITY_JOIN',
  summary: 'The person joins the game of somebody else, who has accepted.',
  details: 'Sent to one connection of the application: the last one that subscribed (see Joining).',
  data: SecretSchema,
});

export const activitySpectate = event({
  ...COMMON,
  name: 'ACTIVITY_SPECTATE',
  summary: 'The person watches the game of somebody else, who has accepted.',
  details: 'Sent to one connection, as ACTIVITY_JOIN.',
  data: SecretSchema,
});

export const activityJoinRequest = event({
  ...COMMON,
  name: 'ACTIVITY_JOIN_REQUEST',
  summary: 'Somebody asks to join the game.',
  details: 'Sent to the connection whose activity can be joined. `type` is 5.',
  data: RequestSchema,
});

export const activityInvite = event({
  ...COMMON,
  name: 'ACTIVITY_INVITE',
  summary: 'Somebody invites the person into their game.',
  details: 'The person takes the invite in the console, then ACTIVITY_JOIN is sent. `type` is 1.',
  data: RequestSchema,
});
