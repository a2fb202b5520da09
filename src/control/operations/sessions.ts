import Type, { type Static } from 'typebox';
import { pause, untilAborted } from '../../platform/async/promises.js';
import type { DescribeProcess, ProcessDescription } from '../../platform/processes/process-description.js';
import { Nullable, SnowflakeSchema, TimestampSchema } from '../../protocol/schema.js';
import type { RpcSessions } from '../../rpc/sessions/live-sessions.js';
import { describeScopes, PermissionSchema } from '../consent/permissions.js';
import { ProcessSchema } from '../consent/waiting-consent.js';
import type { ControlContext } from '../context.js';
import { ControlError } from '../errors.js';
import { NoBody, operation, streamOperation } from '../operation.js';

/** A live RPC connection; the same fields as `RpcSessionInfo` of the RPC server. */
const SessionSchema = Type.Object({
  id: Type.String(),
  application: Type.Object({ id: SnowflakeSchema, name: Type.String(), icon: Nullable(Type.String()) }),
  /** false: the service does not know the application, which has the name of its program */
  registered: Type.Boolean(),
  transport: Type.Unsafe<'ipc' | 'websocket'>({ enum: ['ipc', 'websocket'] }),
  origin: Nullable(Type.String()),
  encoding: Type.String(),
  connected_at: TimestampSchema,
  /** when its last frame arrived, or it connected */
  last_seen_at: TimestampSchema,
  /** null before AUTHENTICATE */
  scopes: Nullable(Type.ReadonlyType(Type.Array(Type.String()))),
  /** what it shows as the person's activity; null: nothing */
  activity: Nullable(
    Type.Object({
      text: Type.String(),
      shown: Type.Boolean(),
      blocked: Type.Boolean(),
      /** whether the person has not decided yet */
      undecided: Type.Boolean(),
    }),
  ),
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

/** The programs at the other end of connections. Each is looked for once, because that costs processor time. */
class SessionProcesses {
  /** by the id of the connection; null: it is being looked for, or unknown */
  #known = new Map<string, ProcessDescription | null>();

  constructor(
    private readonly sessions: Pick<RpcSessions, 'findPeer'>,
    private readonly describe: DescribeProcess,
  ) {}

  /** Forgets connections that are not among these. @param ids of connections */
  keep(ids: ReadonlySet<string>): void {
    this.#known = new Map([...this.#known].filter(([id]) => ids.has(id)));
  }

  /** @returns null while it is being looked for, and if it is unknown */
  of(id: string): ProcessDescription | null {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    this.#known.set(id, null);
    void this.#find(id);
    return null;
  }

  async #find(id: string): Promise<void> {
    const peer = await this.sessions.findPeer(id);
    const process = peer === null ? null : await this.describe(peer);
    if (this.#known.has(id)) this.#known.set(id, process);
  }
}

/** How often connections are looked at, in milliseconds. */
const INTERVAL_MS = 1_000;
/** How many connections are sent: nobody reads more, and thousands may be open. */
const MAX_SESSIONS = 100;

const LiveSessionSchema = Type.Object({
  ...SessionSchema.properties,
  /** its scopes in words; null before AUTHENTICATE */
  permissions: Nullable(Type.Array(PermissionSchema)),
  /** whether its application controls the voice settings */
  holds_voice: Type.Boolean(),
  /** the program at the other end; null if the system does not tell, or not yet */
  process: Nullable(ProcessSchema),
});
export type LiveSession = Static<typeof LiveSessionSchema>;

const SessionsSchema = Type.Object({
  /** when the counters were read, in milliseconds of the daemon's clock */
  at: Type.Number(),
  /** how many connections are open */
  total: Type.Integer(),
  /** at most 100 of them: those that record keys or act for the person first, then the newest */
  sessions: Type.Array(LiveSessionSchema),
});
export type SessionsUpdate = Static<typeof SessionsSchema>;

export const watchSessions = streamOperation({
  name: 'Watch sessions',
  summary: 'Sends the live RPC connections with their counters once a second.',
  method: 'GET',
  path: '/sessions/watch',
  access: 'cli-and-page',
  errors: [],
  body: NoBody,
  item: SessionsSchema,
  async handle({ control, signal }, emit) {
    const processes = new SessionProcesses(control.sessions, control.describeProcess);
    while (!signal.aborted) {
      emit(readSessions(control, processes), 'droppable');
      await pause(control.clock, INTERVAL_MS, signal);
    }
  },
});

function readSessions(
  { clock, sessions, voice }: ControlContext,
  processes: SessionProcesses,
): SessionsUpdate {
  const all = sessions.list();
  const holder = voice.settingsHolder()?.id ?? null;
  const newestFirst = all.toReversed();
  const shown = newestFirst
    .sort((one, other) => importanceOf(other) - importanceOf(one))
    .slice(0, MAX_SESSIONS);
  processes.keep(new Set(shown.map(({ id }) => id)));
  return {
    at: clock.now(),
    total: all.length,
    sessions: shown.map((session) => ({
      ...session,
      process: processes.of(session.id),
      permissions: session.scopes === null ? null : describeScopes(session.scopes),
      holds_voice: session.application.id === holder && session.scopes?.includes('rpc') === true,
    })),
  };
}

function importanceOf({ capturing_since, scopes }: Session): number {
  return capturing_since !== null ? 2 : Number(scopes !== null);
}

/** A frame of a connection, without secrets; the same fields as `InspectedFrame`. */
export const FrameSchema = Type.Object({
  number: Type.Integer(),
  at: TimestampSchema,
  direction: Type.Unsafe<'received' | 'sent'>({ enum: ['received', 'sent'] }),
  cmd: Nullable(Type.String()),
  evt: Nullable(Type.String()),
  nonce: Nullable(Type.String()),
  bytes: Type.Integer(),
  text: Type.String(),
  is_cut: Type.Boolean(),
});
export type Frame = Static<typeof FrameSchema>;

const InspectionSchema = Type.Union([
  Type.Object({ state: Type.Literal('inspecting') }),
  Type.Object({ state: Type.Literal('frames'), frames: Type.Array(FrameSchema) }),
  Type.Object({ state: Type.Literal('closed') }),
]);
export type InspectionPart = Static<typeof InspectionSchema>;

export const inspectSession = streamOperation({
  name: 'Inspect session',
  summary: 'Sends the frames of an RPC connection as they are received and sent, without secrets.',
  details:
    'Tokens, codes and captured keys are replaced by `[hidden]`, and what no declaration describes by `[not declared]`. ' +
    '`number` counts the frames; it has gaps if there are more than 2000 a second or the caller is slow. The content is cut after 32 KiB.',
  method: 'GET',
  path: '/sessions/{id}/frames',
  access: 'cli-and-page',
  errors: ['not_found'],
  body: NoBody,
  item: InspectionSchema,
  async handle({ control, params, signal }, emit) {
    const closed = new AbortController();
    const stop = control.sessions.inspect(params.id, {
      frames: (frames) => emit({ state: 'frames', frames: [...frames] }, 'droppable'),
      closed: () => closed.abort(),
    });
    if (stop === null) throw new ControlError('not_found', `there is no session ${params.id}`);
    try {
      emit({ state: 'inspecting' });
      await untilAborted(AbortSignal.any([signal, closed.signal]));
      emit({ state: 'closed' });
    } finally {
      stop();
    }
  },
});
