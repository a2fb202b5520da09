import Type from 'typebox';
import { NoBody } from '../no-body.js';
import { operation } from '../operation.js';
import { DaemonStatusSchema } from '../status.js';

/** The state of each part of the daemon. */
export const getStatus = operation({
  method: 'GET',
  path: '/status',
  page: true,
  body: NoBody,
  reply: DaemonStatusSchema,
  handle: ({ control }) => control.status(),
});

/** Begins the daemon's end. */
export const stopDaemon = operation({
  method: 'POST',
  path: '/stop',
  page: false,
  body: NoBody,
  reply: Type.Object({ pid: Type.Integer() }),
  handle({ control }) {
    const { pid } = control.status();
    // The reply goes out first: the end closes this very connection.
    setImmediate(() => control.shutdown());
    return { pid };
  },
});

/** Makes a one-time address of the console page. */
export const createConsoleAddress = operation({
  method: 'POST',
  path: '/console',
  page: false,
  body: NoBody,
  reply: Type.Object({ url: Type.String() }),
  handle: ({ control }) => ({ url: control.consoleAccess.createAddress() }),
});

/** Makes a one-time address of the console page, and a file that leads a browser to it (docs/adr/0009). */
export const createConsolePage = operation({
  method: 'POST',
  path: '/console/page',
  page: false,
  body: NoBody,
  reply: Type.Object({ url: Type.String(), path: Type.String() }),
  handle: ({ control }) => control.consoleOpener.createPage(),
});
