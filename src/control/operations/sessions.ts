import Type, { type Static } from 'typebox';
import { Nullable, SnowflakeSchema, TimestampSchema } from '../../protocol/schema.js';
import { ControlError } from '../errors.js';
import { NoBody, operation } from '../operation.js';

/** A live RPC connection; the same fields as `RpcSessionInfo` of the RPC server. */
export const SessionSchema = Type.Object({
  id: Type.String(),
  application: Type.Object({ id: SnowflakeSchema, name: Type.String(), icon: Nullable(Type.String()) }),
  /** false: the service does not know the application, which has the name of its program */
  registered: Type.Boolean(),
  transport: Type.Unsafe<'ipc' | 'websocket'>({ enum: ['ipc', 'websocket'] }),
  origin: Nullable(Type.String()),
  encoding: Type.String(),
  connected_at: TimestampSchema,
  /** null before AUTHENTICATE */
  scopes: Nullable(Type.ReadonlyType(Type.Array(Type.String()))),
  /** what it shows as the person's activity; null: nothing */
  activity: Nullable(Type.Object({ text: Type.String(), shown: Type.Boolean(), blocked: Type.Boolean() })),
  subscriptions: Type.Integer(),
  /** the first 32 of them: the event and its arguments */
  subscribed: Type.ReadonlyType(Type.Array(Type.String())),
  frames_received: Type.Integer(),
  frames_sent: Type.Integer(),
  bytes_received: Type.Integer(),
  bytes_sent: Type.Integer(),
  /** whether the person allowed this connection to record keys; others may have a lasting permission */
  key_capture: Type.Boolean(),
  /** since when it records keys; null while it does not */
  capturing_since: Nullable(TimestampSchema),
});

export type Session = Static<typeof SessionSchema>;

export const listSessions = operation({
  name: 'List sessions',
  summary: 'Returns the live RPC connections.',
  method: 'GET',
  path: '/sessions',
  access: 'cli-and-page',
  errors: [],
  body: NoBody,
  reply: Type.Array(SessionSchema),
  handle: ({ control }) => control.sessions.list(),
});

export const kickSession = operation({
  name: 'Kick session',
  summary: 'Closes an RPC connection.',
  method: 'DELETE',
  path: '/sessions/{id}',
  access: 'cli-and-page',
  errors: ['not_found'],
  body: NoBody,
  reply: Type.Object({ kicked: Type.String() }),
  handle({ control, params }) {
    if (!control.sessions.kick(params.id)) {
      throw new ControlError(
        'not_found',
        `there is no session ${params.id}`,
        'See them with: guildhall sessions list',
      );
    }
    return { kicked: params.id };
  },
});
