import type { PeerCheck } from '../net/peer-check.js';
import type { BrowserFolders } from '../platform/browser/browser-folders.js';
import type { OpenPage } from '../platform/browser/page-opener.js';
import type { Component } from '../platform/lifecycle.js';
import { buildControlApplication } from './application.js';
import { announceRequests } from './console/announce-requests.js';
import { ConsoleAccess } from './console/console-access.js';
import { ConsoleOpener } from './console/console-opener.js';
import { ConsoleServer } from './console/console-server.js';
import { RedirectFiles } from './console/redirect-files.js';
import type { ControlContext, ControlDependencies } from './context.js';
import { listenOnControlSocket } from './control-socket.js';
import { notifyOfCaptures } from './notify-of-captures.js';
import { OPERATIONS } from './operations/index.js';
import type { DaemonStatus } from './status.js';

export interface ControlOptions extends Omit<ControlDependencies, 'status'> {
  /** the daemon's state as known by the composition root; control adds its own */
  status(): Omit<DaemonStatus, 'capture' | 'console' | 'pending_consents'>;
  /** decides which users' browsers may connect to the console */
  readonly consolePeers: PeerCheck;
  /** decides who may connect to the control socket, besides its file mode */
  readonly socketPeers: PeerCheck;
  /** ports in use are skipped; 0: any free one */
  readonly consolePort: number;
  /** opens a local page in the person's browser; null if nothing must be opened automatically */
  readonly openPage: OpenPage | null;
  readonly browserFolders: BrowserFolders;
}

/** The servers for the CLI and the console page. */
export interface ControlServer extends Component {
  /** the URL of the console page, e.g. `http://127.0.0.1:6490/` */
  readonly consoleUrl: string;
}

/** Starts serving on the control socket and the console's port. */
export async function startControl(options: ControlOptions): Promise<ControlServer> {
  const consoleServer = await ConsoleServer.bind(options.consolePort, options.consolePeers);
  try {
    return await serve(options, consoleServer);
  } catch (error) {
    await consoleServer.stop();
    throw error;
  }
}

async function serve(options: ControlOptions, consoleServer: ConsoleServer): Promise<ControlServer> {
  const { clock, consent, files: homeFiles, log, notifier, openPage } = options;
  const access = new ConsoleAccess(consoleServer.url, clock, log);
  const files = new RedirectFiles(homeFiles.home, options.browserFolders);
  files
    .removeStale()
    .catch((error: unknown) => log.warn({ err: error }, 'failed to remove old redirect files'));
  const opener = new ConsoleOpener({ access, files, openPage, clock, log });
  const control: ControlContext = {
    ...options,
    consoleAccess: access,
    consoleOpener: opener,
    status: () => ({
      ...options.status(),
      console: { url: consoleServer.url },
      capture: options.captures.current,
      pending_consents: options.consent.waiting().length,
    }),
  };
  const app = buildControlApplication({ operations: OPERATIONS, prefix: '', control });
  await app.ready();
  const socket = await listenOnControlSocket(options.files, options.socketPeers, (request, response) =>
    app.routing(request, response),
  );
  await consoleServer.serve(OPERATIONS, control);
  const listeners = [
    announceRequests({ consent, access, opener, notifier }),
    notifyOfCaptures(options.captures, options.notifier),
    // An application whose whole authorization was revoked must ask again, even if its consent was remembered.
    options.client.on('grantRevoked', ({ applicationId, tokenHashes }) => {
      if (tokenHashes === null) forget(options, applicationId);
    }),
  ];
  return {
    consoleUrl: consoleServer.url,
    async stop() {
      for (const unsubscribe of listeners) unsubscribe();
      await Promise.all([socket.stop(), consoleServer.stop(), opener.stop()]);
      await app.close();
    },
  };
}

function forget({ consent, log }: ControlOptions, applicationId: string): void {
  consent.forget(applicationId).catch((error: unknown) => {
    log.error({ err: error }, 'failed to forget a remembered consent');
  });
}
