import type { Static, TSchema } from 'typebox';
import {
  mostRecent,
  PRIVATE_CHANNEL_LIMITS,
  type PrivateChannel,
} from '../../guilds/private-channels/private-channel.js';
import type { UserLookup } from '../../guilds/state.js';
import { CloseError } from '../../net/websocket/close-error.js';
import {
  type Identify,
  IdentifySchema,
  RequestMembersSchema,
  ResumeSchema,
  type SentActivity,
  type StatusUpdate,
  StatusUpdateSchema,
  type VoiceStateUpdate,
  VoiceStateUpdateSchema,
} from '../../protocol/gateway/commands.js';
import { GATEWAY_CLOSE_CODES, GATEWAY_OPCODES, type GatewayPayload } from '../../protocol/gateway/opcodes.js';
import { ACTIVITY_DETAILS, type Activity } from '../../protocol/objects/presence.js';
import { onlyKnown, validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildStore } from '../../store/guilds.js';
import type { Authentication } from '../accounts/authentication.js';
import type { LastActivity } from '../accounts/last-activity.js';
import type { SessionStarts } from '../accounts/session-starts.js';
import type { PrivateChannelRegistry } from '../private-channels/private-channel-registry.js';
import type { Connection } from './connection.js';
import { EncodedEvent } from './frames/encoded-event.js';
import type { GatewayHub } from './hub.js';
import { GATEWAY_LIMITS } from './limits.js';
import type { MemberRequests } from './member-requests.js';
import type { RemoteSessions } from './other-nodes.js';
import { Session } from './session.js';
import type { SessionStatus } from './session-options.js';

/** The dependencies of payload handlers. */
export interface GatewayContext {
  readonly authentication: Pick<Authentication, 'byGatewayToken'>;
  readonly sessionStarts: Pick<SessionStarts, 'take'>;
  readonly memberships: Pick<GuildStore, 'idsOfUser'>;
  readonly privateChannels: Pick<PrivateChannelRegistry, 'openOf'>;
  readonly memberRequests: MemberRequests;
  readonly users: UserLookup;
  readonly activity: Pick<LastActivity, 'seen'>;
  readonly hub: GatewayHub;
  /** A new id of a session, which nobody can guess. */
  createSessionId(): string;
  /** null: this process is the only one */
  readonly remoteSessions: RemoteSessions;
  /** the gateway's address, e.g. `ws://127.0.0.1:6480` */
  gatewayUrl(): string;
}

interface PayloadDeclaration {
  /** whether it needs a session, must not have one, or either */
  readonly session: 'needed' | 'none' | 'any';
  handle(context: GatewayContext, connection: Connection, d: unknown): Promise<void> | void;
}

/** All opcodes that clients may send. */
export const PAYLOADS: ReadonlyMap<number, PayloadDeclaration> = new Map([
  [GATEWAY_OPCODES.HEARTBEAT, { session: 'any', handle: (_, connection) => connection.beat() }],
  [GATEWAY_OPCODES.IDENTIFY, { session: 'none', handle: checked(IdentifySchema, identify) }],
  [GATEWAY_OPCODES.RESUME, { session: 'none', handle: checked(ResumeSchema, resume) }],
  [GATEWAY_OPCODES.STATUS_UPDATE, { session: 'needed', handle: checked(StatusUpdateSchema, updateStatus) }],
  [
    GATEWAY_OPCODES.VOICE_STATE_UPDATE,
    { session: 'needed', handle: checked(VoiceStateUpdateSchema, updateVoiceState) },
  ],
  [
    GATEWAY_OPCODES.REQUEST_GUILD_MEMBERS,
    {
      session: 'needed',
      handle: checked(RequestMembersSchema, ({ memberRequests }, { session }, d) => {
        if (session !== null) memberRequests.take(session, d);
      }),
    },
  ],
] satisfies [number, PayloadDeclaration][]);

/** Handles one payload of a client. @throws {CloseError} */
export async function handlePayload(
  context: GatewayContext,
  connection: Connection,
  { op, d }: GatewayPayload,
): Promise<void> {
  const declaration = PAYLOADS.get(op);
  if (declaration === undefined) throw new CloseError(GATEWAY_CLOSE_CODES.UNKNOWN_OPCODE, 'Unknown opcode.');
  if (declaration.session === 'needed' && connection.session === null) {
    throw new CloseError(GATEWAY_CLOSE_CODES.NOT_AUTHENTICATED, 'Not authenticated.');
  }
  if (declaration.session === 'none' && connection.session !== null) {
    throw new CloseError(GATEWAY_CLOSE_CODES.ALREADY_AUTHENTICATED, 'Already authenticated.');
  }
  await declaration.handle(context, connection, d);
}

function checked<Schema extends TSchema>(
  schema: Schema,
  handle: (context: GatewayContext, connection: Connection, d: Static<Schema>) => Promise<void> | void,
): PayloadDeclaration['handle'] {
  const { is } = validator(schema);
  return (context, connection, d) => {
    if (!is(d)) throw new CloseError(GATEWAY_CLOSE_CODES.DECODE_ERROR, 'Error while decoding payload.');
    return handle(context, connection, d);
  };
}

async function identify(context: GatewayContext, connection: Connection, d: Identify): Promise<void> {
  const { hub } = context;
  const caller = await context.authentication.byGatewayToken(d.token);
  if (caller === null) {
    throw new CloseError(GATEWAY_CLOSE_CODES.AUTHENTICATION_FAILED, 'Authentication failed.');
  }
  if (connection.isClosed) return;
  if (caller.kind === 'bot' && !context.sessionStarts.take(caller.user.id)) {
    throw new CloseError(
      GATEWAY_CLOSE_CODES.RATE_LIMITED,
      'No session starts are left. GET /gateway/bot says until when.',
    );
  }
  const { least, most } = GATEWAY_LIMITS.LARGE_THRESHOLD;
  const id = context.createSessionId();
  const options = {
    id,
    resumeId: id,
    caller,
    largeThreshold: Math.min(Math.max(d.large_threshold ?? least, least), most),
    shard: readShard(d.shard ?? null),
    status: toStatus(d.presence ?? { status: 'online' }),
    receivesApplicationUpdates: caller.kind === 'person' && d.application_updates === true,
  };
  const session = new Session(options, connection, hub.shared);
  if (d.compress) connection.compressPayloads();
  connection.session = session;
  connection.waitForHeartbeat();
  hub.add(session);
  const member = await context.memberships.idsOfUser(caller.user.id);
  const privateChannels = session.servesPrivateChannels
    ? mostRecent(await context.privateChannels.openOf(caller.user.id), PRIVATE_CHANNEL_LIMITS.READY)
    : [];
  // Nothing is waited for from here on: a guild that is joined before `begin` is one of these.
  const guildIds = [...new Set([...member, ...(session.joinedEarly ?? [])])].filter((id) =>
    session.serves(id),
  );
  if (guildIds.length > GATEWAY_LIMITS.GUILDS_OF_SHARD) {
    hub.remove(session);
    throw new CloseError(GATEWAY_CLOSE_CODES.SHARDING_REQUIRED, 'Sharding required.');
  }
  const ready = createReady(context, connection, { session, privateChannels, guildIds });
  context.activity.seen(caller.user.id);
  hub.begin(session, ready, guildIds);
}

interface StartedSession {
  readonly session: Session;
  readonly privateChannels: readonly PrivateChannel[];
  readonly guildIds: readonly Snowflake[];
}

function createReady(
  context: GatewayContext,
  connection: Connection,
  { session, privateChannels, guildIds }: StartedSession,
): EncodedEvent {
  const { caller, receivesApplicationUpdates, shard } = session.options;
  const { views } = session.version;
  return EncodedEvent.of('READY', {
    v: connection.version,
    user: views.currentUser(caller.user, true),
    private_channels: privateChannels.map((channel) =>
      views.privateChannel({ channel, viewer: caller.user.id, users: context.users }),
    ),
    guilds: guildIds.map((id) => ({ id, unavailable: true })),
    relationships: [],
    session_id: session.id,
    resume_gateway_url: context.gatewayUrl(),
    ...(caller.applicationId !== null && { application: { id: caller.applicationId, flags: 0 } }),
    ...(shard !== null && { shard }),
    ...(receivesApplicationUpdates && { application_updates: true }),
    _trace: ['guildhall'],
  });
}

async function resume(
  { authentication, remoteSessions, hub }: GatewayContext,
  connection: Connection,
  d: Static<typeof ResumeSchema>,
): Promise<void> {
  const caller = await authentication.byGatewayToken(d.token);
  if (caller === null)
    throw new CloseError(GATEWAY_CLOSE_CODES.AUTHENTICATION_FAILED, 'Authentication failed.');
  if (connection.isClosed) return;
  const session =
    hub.find(d.session_id) ?? (await remoteSessions.continueHere(d.session_id, caller, connection));
  // A session that was continued here waits for the next RESUME.
  if (connection.isClosed) return;
  const own = session?.userId === caller.user.id && session.isResumable;
  if (own && session.isAhead(d.seq))
    throw new CloseError(GATEWAY_CLOSE_CODES.INVALID_SEQUENCE, 'Invalid seq.');
  if (!own || !session.canReplay(d.seq)) {
    connection.sendPayload({ op: GATEWAY_OPCODES.INVALID_SESSION, d: false, s: null, t: null });
    return;
  }
  session.cancelExpiry();
  session.transport?.close(GATEWAY_CLOSE_CODES.UNKNOWN_ERROR, 'The session was resumed elsewhere.');
  connection.session = session;
  connection.waitForHeartbeat();
  session.resume(connection, d.seq, EncodedEvent.of('RESUMED', { _trace: ['guildhall'] }));
}

function updateStatus({ hub }: GatewayContext, { session }: Connection, d: StatusUpdate): void {
  if (session !== null) hub.setStatus(session, toStatus(d));
}

async function updateVoiceState(
  { hub }: GatewayContext,
  { session }: Connection,
  d: VoiceStateUpdate,
): Promise<void> {
  if (session === null) return;
  await hub.deliverNow(session, d.guild_id);
  await hub.effects.updateVoice(session, d);
}

/** @throws {CloseError} INVALID_SHARD */
function readShard(shard: readonly number[] | null): readonly [number, number] | null {
  if (shard === null) return null;
  const [id = -1, count = 0] = shard;
  if (id < 0 || count < 1 || id >= count)
    throw new CloseError(GATEWAY_CLOSE_CODES.INVALID_SHARD, 'Invalid shard.');
  return [id, count];
}

/** Others see invisible users as offline. */
function toStatus({ status, game, activities }: StatusUpdate): SessionStatus {
  return { status: status === 'invisible' ? 'offline' : status, game: toActivity(game ?? activities?.[0]) };
}

const activityDetails = Object.entries(ACTIVITY_DETAILS).map(
  ([name, schema]) => [name, validator(schema), schema] as const,
);

/** Only known fields of an activity are passed on, if they are valid. */
function toActivity(activity: SentActivity | undefined): Activity | null {
  if (activity === undefined) return null;
  const { name, type = 0, url } = activity;
  const details = activityDetails.flatMap(([field, { is }, schema]) => {
    const value: unknown = Reflect.get(activity, field);
    return value !== undefined && is(value) ? [[field, onlyKnown(schema, value)]] : [];
  });
  return { name, type, ...(url === undefined ? {} : { url }), ...Object.fromEntries(details) };
}
