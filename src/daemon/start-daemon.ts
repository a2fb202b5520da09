import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { ServiceChatClient } from '../client/service-chat-client.js';
import { listLastingGrants } from '../control/applications/listed-grants.js';
import { ConsentDesk } from '../control/consent/consent-desk.js';
import { TerminalPrompt } from '../control/consent/terminal-prompt.js';
import { guildhallCommand } from '../control/doctor/guildhall-command.js';
import { EarlierServers } from '../control/earlier-servers.js';
import { type ControlOptions, ControlServer } from '../control/server/control-server.js';
import { LocalHardware } from '../hardware/local-hardware.js';
import { serviceStartCommand } from '../install/start-command.js';
import { SYSTEMD_FOLDER } from '../install/systemd/systemctl.js';
import { PeerReads } from '../net/frames/peer-reads.js';
import { unlessAborted } from '../platform/async/promises.js';
import { TokenBucket } from '../platform/async/token-bucket.js';
import { createBrowserFolders } from '../platform/browser/browser-folders.js';
import { createPageOpener } from '../platform/browser/page-opener.js';
import type { Clock } from '../platform/clock.js';
import { createDesktopNotifier } from '../platform/desktop-notification/create-desktop-notifier.js';
import { type Component, Lifecycle } from '../platform/lifecycle.js';
import type { Logger } from '../platform/log.js';
import type { LogFile } from '../platform/log-file/log-file.js';
import type { ForegroundTerminal } from '../platform/processes/foreground-terminal.js';
import { MemoryRelease } from '../platform/processes/memory-release.js';
import type { PeerCredentials } from '../platform/processes/peer-credentials.js';
import { SystemPeerProcesses } from '../platform/processes/peer-processes.js';
import { describeProcess, describeSignedProcess } from '../platform/processes/process-description.js';
import { findIpcFolder } from '../platform/sockets/ipc-folder.js';
import { StatusNotifierTray } from '../platform/tray/status-notifier-tray.js';
import { VERSION } from '../platform/version.js';
import { CDN_PATH } from '../protocol/cdn-paths.js';
import { type Timestamp, timestamp } from '../protocol/timestamp.js';
import { ActivitySettings } from '../rpc/activities/activity-settings.js';
import { OnceGrants } from '../rpc/consent/once-grants.js';
import { OnceGrantsFile } from '../rpc/consent/once-grants-file.js';
import type { ServerConfiguration } from '../rpc/context.js';
import { RpcServer } from '../rpc/rpc-server.js';
import { EndpointConnection } from '../voice/connection/endpoint-connection.js';
import { LocalVoiceRoom } from '../voice/local-voice-room.js';
import { VoiceSettingsFile } from '../voice/settings-file.js';
import { VoiceSound } from '../voice/sound/voice-sound.js';
import { assignServices } from './accounts/assign-services.js';
import { saveSignIn, signInLocalPerson } from './accounts/local-person.js';
import { EMBEDDED_SERVICE, SavedAccounts } from './accounts/saved-accounts.js';
import { runBackup } from './backup/backup-process.js';
import { START_CHECKS } from './checks/index.js';
import { warnOfSilentService } from './checks/remote-service-check.js';
import type { Configuration } from './configuration.js';
import { openHome } from './open-home.js';
import { checkTcpPeers, checkUnixPeers } from './peer-checks.js';
import { publishRuntime, type Runtime } from './runtime-file.js';
import { openService } from './service.js';

/** How long the start waits for the person's guilds, in milliseconds; a remote service may be unreachable. */
const CATCH_UP_TIMEOUT_MS = 2_000;

export interface DaemonOptions {
  readonly configuration: Configuration;
  readonly environment: NodeJS.ProcessEnv;
  readonly credentials: PeerCredentials;
  /** where it was started by hand; null: in none */
  readonly terminal: ForegroundTerminal | null;
  /** called when the person stops the daemon from the CLI or the console */
  readonly onShutdown: () => void;
  /** how long the shutdown may take, in milliseconds */
  readonly shutdownMs: number;
  /** aborts the start; what runs by then is stopped */
  readonly stopping: AbortSignal;
  readonly clock: Clock;
  readonly log: Logger;
  /** is opened once the home is locked */
  readonly logFile: LogFile;
}

export interface Daemon extends Component {
  readonly runtime: Runtime;
  /** the present state of the connections */
  status(): ReturnType<ControlOptions['status']>;
}

/**
 * Starts the daemon, layer by layer, and connects its parts. If one fails to start, those that have started are
 * stopped.
 *
 * @throws {UserError} for problems that the person can fix: home in use, no free port, newer store; the reason of
 *   `stopping` if that aborts the start
 */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  return await Lifecycle.start(
    options.log,
    async (lifecycle) => {
      const { runtime, status } = await build(options, lifecycle);
      return { runtime, status, stop: () => lifecycle.stop() };
    },
    options.stopping,
  );
}

async function build(
  options: DaemonOptions,
  lifecycle: Lifecycle,
): Promise<Pick<Daemon, 'runtime' | 'status'>> {
  const { clock, configuration, environment, log, stopping } = options;
  const { files } = configuration;
  const peers = checkTcpPeers(options, configuration.allowUsers);
  const startedAt = timestamp(clock.now());
  await openHome(files, { command: 'start', log, logFile: options.logFile }, lifecycle);

  const { failedAuthentications } = configuration.rpcLimits;
  const failureBudget = new TokenBucket(failedAuthentications / 60, failedAuthentications, () => clock.now());
  await assignServices(files);
  const serviceName = configuration.apiUrl ?? EMBEDDED_SERVICE;
  const onceGrantsFile = await OnceGrantsFile.open(files.onceGrants, serviceName);
  const endedGrants = onceGrantsFile
    .list()
    .map(({ grant_id, user_id }) => ({ grantId: grant_id, userId: user_id }));
  const servedConsole: { url: string | null } = { url: null };
  const service = await openService(
    { ...options, failureBudget, peers, publicUrl: null, endedGrants, consoleUrl: () => servedConsole.url },
    lifecycle,
  );
  const accounts = await SavedAccounts.open(files.account, serviceName);
  const token = await unlessAborted(stopping, () => signInLocalPerson(accounts, service, log));
  const client = lifecycle.add('client', ServiceChatClient.start({ apiUrl: service.url, token, clock, log }));
  client.on('signIn', () => void saveSignIn(accounts, client, log));
  const hardware = lifecycle.add(
    'hardware',
    new LocalHardware({
      log,
      clock,
      stateFolder: files.home,
      environment,
      gamepadMappings: configuration.gamepadMappings,
    }),
  );
  const { platform } = process;
  const { notifier, tray } = openDesktop(options, lifecycle);
  const { voice, sound } = await openVoice({ client, hardware, options }, lifecycle);
  const consent = await ConsentDesk.open(files.remembered, {
    service: serviceName,
    listGrants: (userId) => listLastingGrants(client, userId),
    reportsRevocations: () => client.connected,
    timeout: configuration.consentTimeout * 1000,
    describeProcess: describeSignedProcess(clock),
    clock,
    log,
  });
  // A permission to record keys is among what is remembered.
  consent.on('remembered', () => voice.reviewKeys());
  const activitySettings = await ActivitySettings.open(files.activitySettings, serviceName);
  // Before the RPC server, so that it stops after all connections have closed.
  const onceGrants = lifecycle.add(
    'once grants',
    new OnceGrants({ file: onceGrantsFile, client, clock, log }),
  );
  const ipcFolder = configuration.noIpc
    ? null
    : (configuration.ipcFolder ?? findIpcFolder(environment, platform));
  const rpc = lifecycle.add(
    'rpc',
    await RpcServer.start({
      ports: configuration.rpcPorts,
      ipcFolder,
      ipcLinks: configuration.ipcLinks,
      allowMissingOrigin: configuration.allowMissingOrigin,
      peers,
      localPeers: checkUnixPeers(options),
      limits: configuration.rpcLimits,
      captureLimitSeconds: configuration.captureLimit,
      failureBudget,
      client,
      voice,
      hardware,
      consent,
      activityRules: activitySettings,
      describeProcess,
      onceGrants,
      peerProcesses: new SystemPeerProcesses(options.credentials, clock),
      peerReads: new PeerReads((connection) => options.credentials.countUnread(connection), clock),
      configuration: serverConfiguration(service.url),
      apiUrl: service.url,
      cdnUrl: cdnUrl(service.url),
      clock,
      log,
    }),
  );
  const ipc = ipcFolder === null ? null : { folder: ipcFolder, path: rpc.ipc?.path ?? null };
  const earlier = lifecycle.add(
    'earlier servers',
    await EarlierServers.start({ port: rpc.address.port, ipc }, { clock, log }),
  );
  const status = createStatus({ startedAt, rpc, ipc, earlier, service, client, hardware });
  const control = lifecycle.add(
    'control',
    await ControlServer.start({
      files,
      consolePeers: peers,
      keepConsoleSessions: configuration.allowUsers.length === 0,
      socketPeers: checkUnixPeers(options),
      consolePort: configuration.consolePort,
      openPage: configuration.noOpen ? null : createPageOpener(platform, environment),
      browserFolders: createBrowserFolders({ platform, environment, userFolder: homedir() }),
      notifier,
      tray,
      describeProcess,
      consent,
      client,
      accounts,
      sessions: rpc.sessions,
      refusals: rpc.refusals,
      captures: rpc.captures,
      activities: rpc.activities,
      activityRequests: rpc.activityRequests,
      activitySettings,
      voice,
      sound,
      hardware,
      administration: service.administration,
      startChecks: START_CHECKS,
      status,
      writeBackup: (folder, name) =>
        runBackup({ home: files.home, program: process.argv[1] ?? '', environment, stopping }, folder, name),
      shutdown: options.onShutdown,
      shutdownMs: options.shutdownMs,
      clock,
      log,
    }),
  );
  // Other users who may connect have other consoles.
  if (configuration.allowUsers.length === 0) servedConsole.url = control.consoleUrl;
  const { terminal } = options;
  if (terminal !== null) {
    const toCommand = (...words: readonly string[]) =>
      guildhallCommand({ home: files.home, environment }, ...words);
    lifecycle.add('terminal prompt', new TerminalPrompt({ consent, terminal, toCommand, clock, log }));
  }
  // Clients that ask right after the start should find the person's guilds.
  if (token !== null) await unlessAborted(stopping, () => client.caughtUp(CATCH_UP_TIMEOUT_MS));
  if (service.administration === null && !client.connected) void warnOfSilentService(service.url, log);
  const runtime: Runtime = {
    pid: process.pid,
    version: VERSION,
    rpc: rpc.address,
    ipc: rpc.ipc === null ? null : { path: rpc.ipc.path },
    api: { url: service.url },
    console: { url: control.consoleUrl },
    started_at: startedAt,
  };
  lifecycle.add('runtime file', await publishRuntime(files.runtime, runtime, { clock, log }));
  lifecycle.add('memory release', new MemoryRelease({ clock }));
  return { runtime, status };
}

/** The notifications and the icon that the desktop shows; null: there is no icon. */
function openDesktop({ clock, configuration, environment, log }: DaemonOptions, lifecycle: Lifecycle) {
  const { platform } = process;
  const notifier = lifecycle.add(
    'desktop notifications',
    createDesktopNotifier({ platform, environment, clock, log }),
  );
  const hasTray = platform === 'linux' && !configuration.noTray;
  const tray = hasTray ? StatusNotifierTray.create({ environment, clock, log }) : null;
  if (tray !== null) lifecycle.add('tray', tray);
  return { notifier, tray };
}

interface VoiceParts {
  readonly client: ServiceChatClient;
  readonly hardware: LocalHardware;
  readonly options: DaemonOptions;
}

/** The voice channel of the person, and its sound. */
async function openVoice({ client, hardware, options }: VoiceParts, lifecycle: Lifecycle) {
  const { clock, configuration, log } = options;
  const link = lifecycle.add('voice connection', new EndpointConnection({ client, clock, log }));
  const file = configuration.files.voiceSettings;
  const saved = lifecycle.add('voice settings', await VoiceSettingsFile.open(file, log));
  const voice = lifecycle.add('voice', new LocalVoiceRoom({ client, hardware, link, saved, clock, log }));
  const sound = lifecycle.add(
    'voice sound',
    new VoiceSound({ room: voice, link, client, hardware, clock, log }),
  );
  return { voice, sound };
}

interface StatusParts {
  readonly startedAt: Timestamp;
  readonly rpc: RpcServer;
  /** null: no RPC over IPC */
  readonly ipc: { readonly folder: string; readonly path: string | null } | null;
  readonly earlier: EarlierServers;
  readonly service: Awaited<ReturnType<typeof openService>>;
  readonly client: ServiceChatClient;
  readonly hardware: LocalHardware;
}

/** Describes the daemon as it is at each call. */
function createStatus({
  startedAt,
  rpc,
  ipc,
  earlier,
  service,
  client,
  hardware,
}: StatusParts): ControlOptions['status'] {
  const hasSystemd = existsSync(SYSTEMD_FOLDER);
  return () => ({
    pid: process.pid,
    version: VERSION,
    started_at: startedAt,
    rpc: { ...rpc.address, connections: rpc.sessions.list().length },
    ipc: ipc === null ? null : { ...ipc, links: [...(rpc.ipc?.links ?? [])] },
    earlier_servers: [...earlier.list()],
    api: {
      url: service.url,
      embedded: service.administration !== null,
      connected: client.connected,
      damage: service.findStoreDamage(),
    },
    user: client.user,
    sign_in: client.signInState,
    guilds: client.state.guilds().length,
    drivers: hardware.drivers(),
    service_start: serviceStartCommand(process.platform, process.getuid?.() ?? null, hasSystemd),
  });
}

/** The server configuration that READY sends to applications (docs/rpc.md, Connecting). */
function serverConfiguration(apiUrl: string): ServerConfiguration {
  const { host, pathname } = new URL(apiUrl);
  return {
    cdn_host: `${host}${CDN_PATH}`,
    api_endpoint: `//${host}${pathname.replace(/\/$/, '')}`,
    environment: 'production',
  };
}

/** The base URL of the service's images, e.g. `http://127.0.0.1:6480/cdn`. @param apiUrl base URL of its REST API */
export function cdnUrl(apiUrl: string): string {
  return `${new URL(apiUrl).origin}${CDN_PATH}`;
}
