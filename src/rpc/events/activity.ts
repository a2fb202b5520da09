import Type from 'typebox';
import { TakenActivitySchema } from '../../protocol/rpc/activity.js';
import { LocalUserSchema } from '../../protocol/rpc/user.js';
import { Nullable, Secret } from '../../protocol/schema.js';
import { event } from '../subscriptions/event.js';

/** What the events of joining a game have in common: games subscribe to them when they connect, and nothing sends them yet. */
const COMMON = { access: 'local', errors: [], args: Type.Object({}), sources: [] } as const;
const NOT_YET = 'A subscription is accepted; the service does not pass on such requests yet.';

const SecretSchema = Type.Object({ secret: Secret(Type.String()) });
const RequestSchema = Type.Object({
  user: LocalUserSchema,
  activity: Nullable(TakenActivitySchema),
  type: Type.Integer(),
});

export const activityJoin = event({
  ...COMMON,
  name: 'ACTIVITY_JOIN',
  summary: 'The person joins the game of somebody else.',
  details: NOT_YET,
  data: SecretSchema,
});

export const activitySpectate = event({
  ...COMMON,
  name: 'ACTIVITY_SPECTATE',
  summary: 'The person watches the game of somebody else.',
  details: NOT_YET,
  data: SecretSchema,
});

export const activityJoinRequest = event({
  ...COMMON,
  name: 'ACTIVITY_JOIN_REQUEST',
  summary: 'Somebody asks to join the game.',
  details: NOT_YET,
  data: RequestSchema,
});

export const activityInvite = event({
  ...COMMON,
  name: 'ACTIVITY_INVITE',
  summary: 'Somebody invites the person into their game.',
  details: NOT_YET,
  data: RequestSchema,
});
