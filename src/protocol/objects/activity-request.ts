import Type, { type Static } from 'typebox';
import { Enumeration, Nullable, SnowflakeSchema } from '../schema.js';
import { PartialUserSchema } from './user.js';

/** What the message of a request to play together says (docs/rest.md, Activity requests). */
export const ACTIVITY_REQUEST_TYPES = {
  /** asks for the secret of an activity; also takes an invite */
  ASK: 'ask',
  INVITE: 'invite',
  /** contains the secret, which only the one who asked can read */
  ACCEPT: 'accept',
  DECLINE: 'decline',
} as const;

/** What is asked for: the secret with which a program joins a game, or watches one. */
export const ACTIVITY_ACTIONS = { JOIN: 'join', SPECTATE: 'spectate' } as const;
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[keyof typeof ACTIVITY_ACTIONS];

/** A message as it is sent; the service passes it on without reading it. */
export const ActivityRequestBody = Type.Object({
  type: Enumeration(ACTIVITY_REQUEST_TYPES),
  /** chosen at random by the one who asks or invites; answers have the same */
  id: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }),
  application_id: SnowflakeSchema,
  action: Enumeration(ACTIVITY_ACTIONS),
  /** in base64url: the public key of the one who asks, or the secret, encrypted with it; null in other messages */
  data: Nullable(Type.String({ pattern: '^[A-Za-z0-9_-]*$', maxLength: 1024 })),
});
export type ActivityRequestBody = Static<typeof ActivityRequestBody>;

/** A message as it arrives. */
export const ActivityRequestSchema = Type.Object({
  ...ActivityRequestBody.properties,
  /** who sent it */
  user: PartialUserSchema,
});
export type ActivityRequest = Static<typeof ActivityRequestSchema>;
