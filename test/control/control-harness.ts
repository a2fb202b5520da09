import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConsentDesk } from '#guildhall/control/consent/consent-desk.js';
import { ControlClient } from '#guildhall/control/control-client.js';
import { createConsoleAddress } from '#guildhall/control/operations/status.js';
import { ControlServer } from '#guildhall/control/server/control-server.js';
import type { DaemonStatus } from '#guildhall/control/status.js';
import { allowAnyPeer } from '#guildhall/net/peer-check.js';
import { type Clock, systemClock } from '#guildhall/platform/clock.js';
import { type HomeFiles, homeFiles } from '#guildhall/platform/home.js';
import { createLogger, silentLogger } from '#guildhall/platform/log.js';
import type { DescribeProcess } from '#guildhall/platform/processes/process-description.js';
import type { Tray } from '#guildhall/platform/tray/tray.js';
import type { Administration } from '#guildhall/protocol/administration.js';
import type { ProgramActivity } from '#guildhall/rpc/activities/activities.js';
import { ActivitySettings } from '#guildhall/rpc/activities/activity-settings.js';
import { Refusals } from '#guildhall/rpc/applications/refusals.js';
import type { InspectionListener } from '#guildhall/rpc/inspection/frame-inspection.js';
import type { RpcSessionInfo } from '#guildhall/rpc/sessions/live-sessions.js';
import { LocalVoiceRoom } from '#guildhall/voice/local-voice-room.js';
import { MockActivityRequests } from '../mocks/mock-activity-requests.js';
import { MockChatClient } from '../mocks/mock-client.js';
import { MockDesktopNotifier } from '../mocks/mock-desktop-notifier.js';
import { MockHardware } from '../mocks/mock-hardware.js';
import { MockSound } from '../mocks/mock-sound.js';
import { MockVoiceLink } from '../mocks/mock-voice-link.js';
import { createUnsavedSettings } from '../mocks/unsaved-settings.js';
import { deskOptions } from './desk.js';
import { MockKeyCaptures } from './mock-key-captures.js';

type Programs = Map<string, { readonly name: string; readonly path: string }>;

const GAME = { name: 'game', path: '/opt/game/game' };

function describerOf(programs: Programs): DescribeProcess {
  return async (pid) => ({ pid: Number(pid), ...(programs.get(pid) ?? GAME) });
}

/** `ids`: the applications with a lasting grant at the service; null: all of them */
interface GrantedApplications {
  ids: readonly string[] | null;
}

function isGranted({ ids }: GrantedApplications, id: string): boolean {
  return ids === null || ids.includes(id);
}

/** A control server over mocks: sockets, guards and operations are the real ones. */
export class ControlHarness {
  readonly client = new MockChatClient();
  readonly hardware = new MockHardware();
  readonly notifier = new MockDesktopNotifier();
  readonly captures = new MockKeyCaptures();
  readonly sessions: RpcSessionInfo[] = [];
  /** pages that were opened by themselves */
  readonly opened: string[] = [];
  readonly link = new MockVoiceLink();
  readonly voice = new LocalVoiceRoom({
    ...{ client: this.client, hardware: this.hardware, link: this.link },
    ...{ saved: createUnsavedSettings(), clock: systemClock, log: silentLogger },
  });
  readonly sound = new MockSound();
  /** the clients that the RPC server refused */
  readonly refusals: Refusals;
  /** the process ids at the other end of connections */
  readonly peers = new Map<string, string>();
  /** who inspects which connection */
  readonly inspections = new Map<string, InspectionListener>();
  /** the names of backups that were written */
  readonly backups: string[] = [];
  shutdowns = 0;
  /** what programs show */
  readonly activities: ProgramActivity[] = [];
  /** what is called when they have changed */
  readonly activityListeners = new Set<() => void>();
  /** requests to play together, and how they were answered */
  readonly activityRequests = new MockActivityRequests();
  readonly #warnings: string[] = [];
  administration: Administration | null = null;
  /** why a capture cannot be ended; null: it can */
  captureFailure: Error | null = null;
  tray: Tray | null = null;
  serviceStart: string | null = 'systemctl --user start guildhall';
  /** what the daemon says of itself */
  daemonProcess: Pick<DaemonStatus, 'earlier_servers' | 'pid' | 'version'> = {
    pid: process.pid,
    version: '0.0.0',
  };

  private constructor(
    readonly files: HomeFiles,
    readonly consent: ConsentDesk,
    readonly clock: Clock,
    /** what the system says of processes, by id; of others it says that they are a game */
    readonly programs: Programs,
    readonly granted: GrantedApplications,
  ) {
    this.refusals = new Refusals(clock);
  }

  server!: ControlServer;

  static async start(
    prepare: (harness: ControlHarness) => void = () => {},
    clock: Clock = systemClock,
  ): Promise<ControlHarness> {
    const files = homeFiles(await mkdtemp(join(tmpdir(), 'guildhall-control-')));
    const programs: Programs = new Map();
    const describeProcess = describerOf(programs);
    const granted: GrantedApplications = { ids: null };
    let harness: ControlHarness | null = null;
    const consent = await ConsentDesk.open(files.remembered, {
      ...deskOptions(clock),
      describeProcess,
      listGrants: async () => ({ get: (id) => (isGranted(granted, id) ? '7' : undefined) }),
      reportsRevocations: () => harness?.client.connected ?? true,
    });
    harness = new ControlHarness(files, consent, clock, programs, granted);
    prepare(harness);
    await harness.startServer(0);
    return harness;
  }

  /** @param consolePort 0: any free one */
  async startServer(consolePort: number): Promise<void> {
    const { files, consent } = this;
    this.server = await ControlServer.start({
      files,
      consolePeers: allowAnyPeer,
      keepConsoleSessions: true,
      socketPeers: allowAnyPeer,
      consolePort,
      openPage: (path) => this.opened.push(path),
      browserFolders: { find: async () => null, list: async () => [] },
      consent,
      client: this.client,
      accounts: { current: null, list: () => [], find: () => null, saved: async () => undefined },
      sessions: {
        list: () => [...this.sessions],
        kick: (id) => this.#kick(id),
        findPeer: async (id) => this.peers.get(id) ?? null,
        inspect: (id, listener) => this.#inspect(id, listener),
        withdrawKeyCapture: async (id) => this.#withdrawKeyCapture(id),
      },
      captures: this.captures,
      activities: {
        list: () => [...this.activities],
        onChange: (listener) => {
          const changed = () => listener(null);
          this.activityListeners.add(changed);
          return () => this.activityListeners.delete(changed);
        },
      },
      activityRequests: this.activityRequests,
      activitySettings: await ActivitySettings.open(files.activitySettings, 'embedded'),
      voice: this.voice,
      sound: this.sound,
      hardware: this.hardware,
      notifier: this.notifier,
      tray: this.tray,
      describeProcess: describerOf(this.programs),
      administration: this.administration,
      startChecks: [],
      refusals: this.refusals,
      status: () => this.status(),
      writeBackup: async (folder, name) => {
        this.backups.push(name);
        return { file: join(folder, name), bytes: 123_456 };
      },
      shutdown: () => {
        this.shutdowns += 1;
      },
      shutdownMs: 5_000,
      clock: this.clock,
      log: createLogger('warn', { write: (line) => this.#warnings.push(line) }),
    });
  }

  get daemon(): ControlClient {
    return new ControlClient(this.files);
  }

  /** A new one-time address of the console page. */
  async address(): Promise<string> {
    return (await this.daemon.call(createConsoleAddress, {}, {})).url;
  }

  status(): DaemonStatus {
    return {
      ...this.daemonProcess,
      started_at: '2026-01-02T03:04:05.000000+00:00',
      rpc: { host: '127.0.0.1', port: 6463, connections: this.sessions.length },
      api: { url: 'http://127.0.0.1:6480/api', embedded: true, connected: true, damage: null },
      user: this.client.user,
      sign_in: this.client.signInState,
      guilds: this.client.state.guilds().length,
      console: { url: this.server.consoleUrl },
      service_start: this.serviceStart,
      drivers: this.hardware.drivers(),
      capture: this.captures.current,
      pending_consents: this.consent.waiting().length,
    };
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await this.voice.stop();
    await this.hardware.stop();
    await rm(this.files.home, { recursive: true, force: true });
    assert.deepEqual(
      this.#warnings.filter((line) => line.includes('undeclared error')),
      [],
      'operations declare every error they answer with',
    );
  }

  #inspect(id: string, listener: InspectionListener): (() => void) | null {
    if (!this.sessions.some((session) => session.id === id)) return null;
    this.inspections.set(id, listener);
    return () => this.inspections.delete(id);
  }

  #withdrawKeyCapture(applicationId: string): void {
    if (this.captureFailure !== null) throw this.captureFailure;
    const kept = this.sessions.map((one) =>
      one.application.id === applicationId ? { ...one, key_capture: false } : one,
    );
    this.sessions.splice(0, this.sessions.length, ...kept);
  }

  #kick(id: string): boolean {
    const index = this.sessions.findIndex((session) => session.id === id);
    if (index === -1) return false;
    this.sessions.splice(index, 1);
    return true;
  }
}

/** Runs a test against a control server of its own. */
export function withControl(
  run: (harness: ControlHarness) => Promise<void>,
  prepare?: (harness: ControlHarness) => void,
  clock?: Clock,
): () => Promise<void> {
  return async () => {
    const harness = await ControlHarness.start(prepare, clock);
    try {
      await run(harness);
    } finally {
      await harness.stop();
    }
  };
}
