import type { PeerCheck } from '../../net/peer-check.js';
import { combineUnsubscribes, type Unsubscribe } from '../../platform/async/events.js';
import type { BrowserFolders } from '../../platform/browser/browser-folders.js';
import type { OpenPage } from '../../platform/browser/page-opener.js';
import { type Component, Lifecycle } from '../../platform/lifecycle.js';
import type { Tray } from '../../platform/tray/tray.js';
import { createApplicationFollower } from '../applications/application-follower.js';
import { ConsoleAccess } from '../console/console-access.js';
import type { ConsoleAddress } from '../console/console-listener.js';
import { ConsoleOpener } from '../console/console-opener.js';
import { ConsoleServer } from '../console/console-server.js';
import { RedirectFiles } from '../console/redirect-files.js';
import type { ControlContext, ControlDependencies } from '../context.js';
import { Demos } from '../demo/demos.js';
import { GuildNames } from '../guilds/guild-names.js';
import { ConsoleBackups } from '../health/console-backups.js';
import { KeyReadings } from '../keys/key-readings.js';
import { announceRequests } from '../notifications/announce-requests.js';
import { notifyOfActivities } from '../notifications/notify-of-activities.js';
import { notifyOfCaptures } from '../notifications/notify-of-captures.js';
import { notifyOfJoinRequests } from '../notifications/notify-of-join-requests.js';
import { notifyOfSound } from '../notifications/notify-of-sound.js';
import { serveTray } from '../notifications/serve-tray.js';
import { warnOfUnknownDevices } from '../notifications/warn-of-unknown-devices.js';
import { OPERATIONS } from '../operations/index.js';
import { Playground } from '../playground/playground.js';
import { RecentActivity } from '../recent-activity.js';
import type { DaemonStatus } from '../status.js';
import { serveControlSocket } from './control-socket.js';

export interface ControlOptions extends Omit<ControlDependencies, 'status'> {
  /** the daemon's state as known by the composition root; control adds its own */
  status(): Omit<DaemonStatus, 'capture' | 'console' | 'pending_consents'>;
  /** decides which users' browsers may connect to the console */
  readonly consolePeers: PeerCheck;
  /**
   * whether pages stay signed in when the daemon restarts. While it is stopped, another user of the machine could bind
   * its port and get the key of a page that is loaded then; it is of use only to users whose browsers may connect.
   */
  readonly keepConsoleSessions: boolean;
  /** decides who may connect to the control socket, besides its file mode */
  readonly socketPeers: PeerCheck;
  /** 0: any free one; null: 6490, or one after it if that is in use */
  readonly consolePort: number | null;
  /** opens a local page in the person's browser; null if nothing must be opened automatically */
  readonly openPage: OpenPage | null;
  readonly browserFolders: BrowserFolders;
  /** null: the desktop has none, or the person wants none */
  readonly tray: Tray | null;
}

/** The servers for the CLI and the console page: the control socket and the console's port. */
export class ControlServer implements Component {
  private constructor(
    /** the URL that leads to the console page, e.g. `http://127.0.0.1:6490/` */
    readonly consoleUrl: string,
    /** the URL of the console page in this run, e.g. `http://guildhall-….localhost:6490/` */
    readonly pageUrl: string,
    private readonly lifecycle: Lifecycle,
  ) {}

  /** @throws {UserError} if the home is in use, or the console's port is in use */
  static start(options: ControlOptions): Promise<ControlServer> {
    return Lifecycle.start(options.log, async (lifecycle) => {
      const consoleServer = await ConsoleServer.bind(options.consolePort, options.consolePeers);
      lifecycle.add('console', consoleServer);
      const control = await createContext(options, consoleServer.address);
      lifecycle.add('console sessions', control.consoleAccess);
      lifecycle.add('recent activity', control.recent);
      lifecycle.add('last guild', { stop: () => control.names.flush() });
      lifecycle.add('redirect files', control.consoleOpener);
      const { files, socketPeers } = options;
      await serveControlSocket({ operations: OPERATIONS, control, files, socketPeers }, lifecycle);
      consoleServer.serve(OPERATIONS, control);
      const unsubscribe = combineUnsubscribes([
        subscribe(control),
        serveTray({ ...control, tray: options.tray }),
      ]);
      if (control.client.connected) reviewConsents(control);
      lifecycle.add('control events', { stop: async () => unsubscribe() });
      const { origin, url } = consoleServer.address;
      return new ControlServer(url, `${origin}/`, lifecycle);
    });
  }

  /** Stops listening for events, then the servers. */
  stop(): Promise<void> {
    return this.lifecycle.stop();
  }
}

async function createContext(
  options: ControlOptions,
  { origin, url }: ConsoleAddress,
): Promise<ControlContext> {
  const { browserFolders, captures, clock, consent, log, openPage } = options;
  const sessionsPath = options.keepConsoleSessions ? options.files.consoleSessions : null;
  const consoleAccess = await ConsoleAccess.open({ origin, sessionsPath, clock, log });
  const redirects = new RedirectFiles(options.files.home, browserFolders);
  redirects
    .removeStale()
    .catch((error: unknown) => log.warn({ err: error }, 'failed to remove old redirect files'));
  const names = await GuildNames.open(options.client.state, options.files.lastGuild, log);
  return {
    ...options,
    consoleAccess,
    names,
    demos: new Demos(options.files.demos),
    person: { client: options.client, clock, names },
    recent: new RecentActivity(options),
    playground: new Playground(),
    keyReadings: new KeyReadings(options),
    ...createApplicationFollower(options),
    backups: new ConsoleBackups({
      folder: options.files.backups,
      write: options.writeBackup,
      now: () => clock.now(),
    }),
    consoleOpener: new ConsoleOpener({ access: consoleAccess, files: redirects, openPage, clock, log }),
    status: () => ({
      ...options.status(),
      console: { url },
      capture: captures.current,
      pending_consents: consent.waiting().length,
    }),
  };
}

function subscribe(control: ControlContext): Unsubscribe {
  const { captures, client, consent, notifier, sound } = control;
  const { consoleAccess: access, consoleOpener: opener } = control;
  return combineUnsubscribes([
    announceRequests({ consent, access, opener, notifier, log: control.log }),
    notifyOfActivities(control),
    notifyOfCaptures(captures, notifier),
    notifyOfJoinRequests(control),
    notifyOfSound(sound, notifier),
    warnOfUnknownDevices(control.hardware, control.log),
    client.on('signIn', ({ user }) => {
      consent.refuseOthers(user.id);
      consent.markUnreviewed();
    }),
    client.on('newSession', () => reviewConsents(control)),
    client.on('connection', ({ connected }) => {
      if (!connected) consent.markUnreviewed();
    }),
    // An application whose whole authorization was revoked must ask again, even if its consent was remembered.
    client.on('grantRevoked', ({ applicationId, tokenHashes }) => {
      if (tokenHashes === null) forget(control, applicationId);
    }),
  ]);
}

/** Revocations since the session before were missed. */
function reviewConsents({ client, consent }: ControlContext): void {
  consent.markUnreviewed();
  if (client.user !== null) void consent.review(client.user.id);
}

function forget({ consent, log }: ControlContext, applicationId: string): void {
  consent.forget(applicationId).catch((error: unknown) => {
    log.error({ err: error }, 'failed to forget a remembered consent');
  });
}
