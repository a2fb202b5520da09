import Type, { type Static } from 'typebox';
import { pause, untilAborted } from '../../platform/async/promises.js';
import { Nullable, TimestampSchema } from '../../protocol/schema.js';
import { ProcessSchema } from '../consent/waiting-consent.js';
import type { ControlContext } from '../context.js';
import { ControlError } from '../errors.js';
import { NoBody, streamOperation } from '../operation.js';
import { SessionProcesses } from '../session-processes.js';
import { type Session, SessionSchema } from './sessions.js';

/** How often connections are looked at, in milliseconds. */
const INTERVAL_MS = 1_000;
/** How many connections are sent: nobody reads more, and thousands may be open. */
const MAX_SESSIONS = 100;

const LiveSessionSchema = Type.Object({
  ...SessionSchema.properties,
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
export type LiveSessions = Static<typeof SessionsSchema>;

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

function readSessions({ clock, sessions, voice }: ControlContext, processes: SessionProcesses): LiveSessions {
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
