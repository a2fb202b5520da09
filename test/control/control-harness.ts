import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MockChatClient } from '#guildhall/client/mock-client.js';
import { ConsentDesk } from '#guildhall/control/consent/consent-desk.js';
import { ControlClient } from '#guildhall/control/control-client.js';
import { ControlServer } from '#guildhall/control/control-server.js';
import { createConsoleAddress } from '#guildhall/control/operations/status.js';
import type { DaemonStatus } from '#guildhall/control/status.js';
import { MockHardware } from '#guildhall/hardware/mock-hardware.js';
import { allowAnyPeer } from '#guildhall/net/peer-check.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { MockDesktopNotifier } from '#guildhall/platform/desktop-notification/mock-desktop-notifier.js';
import { type HomeFiles, homeFiles } from '#guildhall/platform/home.js';
import { createLogger, silentLogger } from '#guildhall/platform/log.js';
import type { Administration } from '#guildhall/protocol/administration.js';
import type { RpcSessionInfo } from '#guildhall/rpc/sessions.js';
import { LocalVoiceRoom } from '#guildhall/voice/local-voice-room.js';
import { MockVoiceLink } from '#guildhall/voice/mock-voice-link.js';
import { createUnsavedSettings } from '#guildhall/voice/saved-settings.js';
import { MockSound } from '#guildhall/voice/sound/mock-sound.js';
import { MockKeyCaptures } from './mock-key-captures.js';

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
  shutdowns = 0;
  readonly #warnings: string[] = [];
  administration: Administration | null = null;

  private constructor(
    readonly files: HomeFiles,
    readonly consent: ConsentDesk,
  ) {}

  server!: ControlServer;

  static async start(prepare: (harness: ControlHarness) => void = () => {}): Promise<ControlHarness> {
    const files = homeFiles(await mkdtemp(join(tmpdir(), 'guildhall-control-')));
    const consent = await ConsentDesk.open(files.remembered, systemClock, silentLogger);
    const harness = new ControlHarness(files, consent);
    prepare(harness);
    harness.server = await ControlServer.start({
      files,
      consolePeers: allowAnyPeer,
      socketPeers: allowAnyPeer,
      consolePort: 0,
      openPage: (path) => harness.opened.push(path),
      browserFolders: { find: async () => null, list: async () => [] },
      consent,
      client: harness.client,
      accounts: { current: null, list: () => [], find: () => null },
      sessions: {
        list: () => [...harness.sessions],
        kick: (id) => harness.#kick(id),
      },
      captures: harness.captures,
      voice: harness.voice,
      sound: harness.sound,
      hardware: harness.hardware,
      notifier: harness.notifier,
      administration: harness.administration,
      status: () => harness.status(),
      shutdown: () => {
        harness.shutdowns += 1;
      },
      clock: systemClock,
      log: createLogger('warn', { write: (line) => harness.#warnings.push(line) }),
    });
    return harness;
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
      pid: process.pid,
      version: '0.0.0',
      started_at: '2026-01-02T03:04:05.000000+00:00',
      rpc: { host: '127.0.0.1', port: 6463, connections: this.sessions.length },
      api: { url: 'http://127.0.0.1:6480/api', embedded: true, connected: true },
      user: this.client.user,
      console: { url: this.server.consoleUrl },
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
): () => Promise<void> {
  return async () => {
    const harness = await ControlHarness.start(prepare);
    try {
      await run(harness);
    } finally {
      await harness.stop();
    }
  };
}
