import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Certificate } from '../../../helpers/certificate.js';
import { TestDaemon } from '../../../helpers/daemon.js';
import { TcpProxy } from '../../../helpers/faults/tcp-proxy.js';
import { type Person, registerGame, type TestApplication } from '../../../helpers/service.js';
import { toBytes, toStereo } from '../../../helpers/sound/edit.js';
import { findVoicePort } from '../../../helpers/voice-port.js';
import { RemoteVoiceBot } from './remote-voice-bot.js';
import type { VoiceLibrary } from './voice-bot-process.js';
import { VoiceGuild } from './voice-guild.js';

/**
 * A daemon whose voice endpoint uses TLS, a guild of its person, and two bots in processes of their own, which trust
 * the certificate.
 */
export interface VoiceStage {
  readonly daemon: TestDaemon;
  /** the certificate of the voice gateway, in PEM */
  readonly certificate: string;
  /** before the voice gateway; packets do not pass through it */
  readonly proxy: TcpProxy;
  readonly person: Person;
  readonly guild: VoiceGuild;
  readonly ada: RemoteVoiceBot;
  readonly grace: RemoteVoiceBot;
  /** Writes a file that the bots can play. @param sound mono at 48 kHz */
  writeSound(name: string, sound: Int16Array): Promise<string>;
}

/**
 * Sets a stage.
 *
 * @param library of both bots
 * @param toStop gets what stops its parts, also if a later one does not start
 */
export async function setStage(library: VoiceLibrary, toStop: (() => unknown)[]): Promise<VoiceStage> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-voice-'));
  toStop.push(() => rm(folder, { recursive: true, force: true }));
  const certificate = await Certificate.create('localhost', '127.0.0.1');
  toStop.push(() => certificate.remove());
  const port = await findVoicePort();
  const proxy = await TcpProxy.start({ address: '127.0.0.1', port: 0 }, { address: '127.0.0.1', port });
  toStop.push(() => proxy.stop());
  const daemon = await TestDaemon.start({
    environment: {
      ...certificate.trust,
      GUILDHALL_VOICE_PORT: String(port),
      // A name, because the daemon uses no TLS for addresses of this machine.
      GUILDHALL_VOICE_PUBLIC_ADDRESS: `localhost:${proxy.port}`,
      GUILDHALL_VOICE_TLS_CERTIFICATE: certificate.certPath,
      GUILDHALL_VOICE_TLS_KEY: certificate.keyPath,
    },
  });
  toStop.push(() => daemon.stop());
  const apiUrl = daemon.runtime.api.url;
  const person = await daemon.cli<Person>('whoami');
  const games = [await registerGame(daemon), await registerGame(daemon)] as const;
  const guild = await VoiceGuild.create(apiUrl, person, games);
  const login = async ({ bot }: TestApplication) => {
    assert.ok(bot);
    const credentials = { apiUrl, token: bot.token, id: bot.id };
    const remote = await RemoteVoiceBot.login(library, credentials, folder, certificate.trust);
    toStop.push(() => remote.stop());
    return remote;
  };
  const writeSound = async (name: string, sound: Int16Array) => {
    const path = join(folder, name);
    await writeFile(path, toBytes(toStereo(sound)));
    return path;
  };
  const [ada, grace] = [await login(games[0]), await login(games[1])];
  return { daemon, certificate: certificate.cert, proxy, person, guild, ada, grace, writeSound };
}
