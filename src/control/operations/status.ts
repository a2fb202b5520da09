import Type from 'typebox';
import { FactsSchema, readFacts } from '../health/read-facts.js';
import { NoBody, operation, serviceOperation } from '../operation.js';
import { DaemonStatusSchema } from '../status.js';

export const getStatus = operation({
  name: 'Get status',
  summary: 'Returns the state of each part of the daemon.',
  method: 'GET',
  path: '/status',
  access: 'cli-and-page',
  errors: [],
  body: NoBody,
  reply: DaemonStatusSchema,
  handle: ({ control }) => control.status(),
});

export const stopDaemon = serviceOperation({
  name: 'Stop process',
  summary: 'Stops the process after the reply.',
  details: '`within_ms` is how long that may take at most; processes of older versions omit it.',
  method: 'POST',
  path: '/stop',
  access: 'cli',
  errors: [],
  body: NoBody,
  reply: Type.Object({
    pid: Type.Integer(),
    /** how long the shutdown may take, in milliseconds; older versions omit it */
    within_ms: Type.Optional(Type.Integer()),
  }),
  handle({ control }) {
    // The reply goes out first: the end closes this very connection.
    setImmediate(() => control.shutdown());
    return { pid: process.pid, within_ms: control.shutdownMs };
  },
});

/** Which view of the page opens; by default the first one. */
const WhichView = Type.Object({
  view: Type.Optional(Type.Unsafe<'playground' | 'dock'>({ enum: ['playground', 'dock'] })),
});

export const createConsoleAddress = operation({
  name: 'Create console address',
  summary: 'Creates a one-time address of the console page.',
  method: 'POST',
  path: '/console',
  access: 'cli',
  errors: [],
  body: WhichView,
  reply: Type.Object({ url: Type.String() }),
  handle: ({ control, body }) => ({ url: control.consoleAccess.createAddress({ view: body.view }) }),
});

export const createConsolePage = operation({
  name: 'Create console page',
  summary: 'Creates a one-time address of the console page and a file that leads a browser to it.',
  details:
    'The file keeps the address out of process arguments ([decision 5](adr/0005-the-console-opens-through-a-file.md)).',
  method: 'POST',
  path: '/console/page',
  access: 'cli',
  errors: [],
  body: WhichView,
  reply: Type.Object({ url: Type.String(), path: Type.String() }),
  handle: ({ control, body }) => control.consoleOpener.createPage(body.view),
});

export const signOutConsole = operation({
  name: 'Sign out of console',
  summary: 'Ends the sessions of all browsers that have the console page open.',
  method: 'DELETE',
  path: '/console/sessions',
  access: 'cli',
  errors: [],
  body: NoBody,
  reply: Type.Object({}),
  async handle({ control }) {
    await control.consoleAccess.signOutAll();
    return {};
  },
});

export const getFacts = operation({
  name: 'Get facts',
  summary: 'Returns versions, paths and sizes of the daemon and its home.',
  method: 'GET',
  path: '/facts',
  access: 'cli-and-page',
  errors: [],
  body: NoBody,
  reply: FactsSchema,
  handle: ({ control }) => readFacts(control.files),
});

export const createBackup = operation({
  name: 'Create backup',
  summary: 'Writes a backup of the home into its folder `backups`.',
  details:
    'A separate process writes it while the daemon continues. It is refused while the folder has ten; none is ever removed.',
  method: 'POST',
  path: '/backups',
  access: 'cli-and-page',
  errors: ['refused'],
  body: NoBody,
  reply: Type.Object({ file: Type.String(), bytes: Type.Integer() }),
  handle: ({ control }) => control.backups.create(),
});
