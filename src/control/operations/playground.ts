import Type, { type Static } from 'typebox';
import { untilAborted } from '../../platform/async/promises.js';
import { SnowflakeSchema } from '../../protocol/schema.js';
import { COMMANDS } from '../../rpc/commands/index.js';
import type { Command } from '../../rpc/dispatch/command.js';
import { RPC_EVENTS } from '../../rpc/events/index.js';
import { type ControlContext, requireAdministration } from '../context.js';
import { ControlError } from '../errors.js';
import { NoBody, operation, streamOperation } from '../operation.js';
import { exampleOf } from '../playground/example-of.js';
import { PlaygroundConnection, type PlaygroundTarget } from '../playground/playground-connection.js';
import { FrameSchema } from './sessions.js';

const DescribedSchema = Type.Object({
  name: Type.String(),
  summary: Type.String(),
  scopes: Type.ReadonlyType(Type.Array(Type.String())),
  /** whether it exists over IPC alone */
  is_local: Type.Boolean(),
  /** an example of its arguments */
  args: Type.Unknown(),
});

const ChoicesSchema = Type.Object({
  applications: Type.Array(
    Type.Object({
      id: SnowflakeSchema,
      name: Type.String(),
      rpc_origins: Type.Array(Type.String()),
      redirect_uris: Type.Array(Type.String()),
    }),
  ),
  commands: Type.Array(DescribedSchema),
  events: Type.Array(DescribedSchema),
});
export type PlaygroundChoices = Static<typeof ChoicesSchema>;

export const getPlayground = operation({
  name: 'Get playground',
  summary: 'Returns the applications, commands and events to choose from in the playground.',
  method: 'GET',
  path: '/playground',
  access: 'cli-and-page',
  errors: ['unavailable'],
  body: NoBody,
  reply: ChoicesSchema,
  async handle({ control }) {
    const applications = await requireAdministration(control).listApplications();
    return {
      applications: applications
        .filter(({ rpc_origins: origins }) => origins.length > 0)
        .map(({ id, name, rpc_origins, redirect_uris }) => ({ id, name, rpc_origins, redirect_uris })),
      commands: [...COMMANDS.values()].map(describe),
      events: [...RPC_EVENTS.values()].map(describe),
    };
  },
});

function describe({ name, summary, access, args }: Described): Static<typeof DescribedSchema> {
  const scopes = access === 'anyone' || access === 'local' ? [] : access.scopes;
  return { name, summary, scopes, is_local: access === 'local', args: exampleOf(args) };
}

/** The parts of a declaration that commands and events have in common. */
type Described = Pick<Command, 'name' | 'summary' | 'access' | 'args'>;

const PartSchema = Type.Union([
  Type.Object({ state: Type.Literal('open'), id: Type.String() }),
  Type.Object({ state: Type.Literal('frame'), frame: FrameSchema }),
  Type.Object({ state: Type.Literal('closed'), code: Type.Integer(), reason: Type.String() }),
]);
export type PlaygroundPart = Static<typeof PartSchema>;

export const openPlayground = streamOperation({
  name: 'Open playground',
  summary:
    'Connects to the RPC server as an application, and sends the frames of this connection without secrets.',
  details:
    'It is an ordinary client, over WebSocket (`websocket`) with the first registered origin, or over IPC (`ipc`). It is closed when the caller has gone.',
  method: 'POST',
  path: '/playground/applications/{application}/{transport}',
  access: 'cli-and-page',
  errors: ['not_found', 'refused', 'unavailable'],
  body: NoBody,
  item: PartSchema,
  async handle({ control, params, signal }, emit) {
    const { clock, playground } = control;
    const target = await targetOf(control, params.application, params.transport);
    const connection = await PlaygroundConnection.open(target, clock, (frame) =>
      emit({ state: 'frame', frame }),
    );
    try {
      const id = playground.add(connection);
      try {
        emit({ state: 'open', id });
        const close = await Promise.race([connection.closed, untilAborted(signal)]);
        if (close !== undefined) emit({ state: 'closed', code: close.code, reason: close.reason });
      } finally {
        playground.remove(id);
      }
    } finally {
      connection.close();
    }
  },
});

async function targetOf(control: ControlContext, id: string, transport: string): Promise<PlaygroundTarget> {
  const applications = await requireAdministration(control).listApplications();
  const application = applications.find((each) => each.id === id);
  const [origin] = application?.rpc_origins ?? [];
  if (application === undefined)
    throw new ControlError(
      'not_found',
      `there is no application ${id}`,
      'See them with: guildhall apps list',
    );
  if (origin === undefined) {
    throw new ControlError('refused', 'the application has no origin', 'Register one: guildhall apps update');
  }
  const { ipc, rpc } = control.status();
  const ipcPath = transport === 'ipc' ? (ipc?.path ?? null) : null;
  if (transport === 'ipc' && ipcPath === null) {
    throw new ControlError('unavailable', 'there is no RPC over IPC', 'See why with: guildhall doctor');
  }
  return { port: rpc.port, ipcPath, applicationId: application.id, origin };
}

export const sendFromPlayground = operation({
  name: 'Send from playground',
  summary: 'Sends a command on a connection of the playground.',
  details:
    'The reply is among the frames of the connection. Commands and events of key capture are refused, and a shortcut of push-to-talk.',
  method: 'POST',
  path: '/playground/connections/{id}/commands',
  access: 'cli-and-page',
  errors: ['not_found', 'refused'],
  body: Type.Object({
    cmd: Type.String({ maxLength: 64 }),
    evt: Type.Optional(Type.String({ maxLength: 64 })),
    args: Type.Unknown(),
  }),
  reply: Type.Object({}),
  handle({ control, params, body }) {
    control.playground.require(params.id).send(body);
    return {};
  },
});

export const authorizePlayground = operation({
  name: 'Authorize playground',
  summary: 'Asks the person for access on a connection of the playground, and authenticates it.',
  details:
    'It does what an application does, with its secret: AUTHORIZE, exchange of the code, AUTHENTICATE.',
  method: 'POST',
  path: '/playground/connections/{id}/authorization',
  access: 'cli-and-page',
  errors: ['not_found', 'refused'],
  body: Type.Object({
    client_secret: Type.String({ maxLength: 256 }),
    redirect_uri: Type.String({ maxLength: 2048 }),
    scopes: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 16 }),
  }),
  reply: Type.Object({}),
  async handle({ control, params, body, signal }) {
    const request = {
      apiUrl: control.status().api.url,
      clientSecret: body.client_secret,
      redirectUri: body.redirect_uri,
      scopes: body.scopes,
    };
    await control.playground.require(params.id).authorize(request, signal);
    return {};
  },
});
