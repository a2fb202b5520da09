import { Certificate } from '../../../helpers/certificate.js';
import { TestDaemon } from '../../../helpers/daemon.js';
import { TcpProxy } from '../../../helpers/faults/tcp-proxy.js';
import { freePort } from '../../../helpers/free-port.js';
import { type Person, registerGame } from '../../../helpers/service.js';
import type { VoiceLibrary } from './voice-bot-process.js';
import { makeGames, setStage, type VoiceStage } from './voice-stage.js';

/** A stage of a daemon, whose person can join the voice channel, too. */
export interface DaemonStage extends VoiceStage {
  readonly daemon: TestDaemon;
  readonly certificate: Certificate;
  /** before the voice gateway; packets do not pass through it */
  readonly proxy: TcpProxy;
}

/** As `setStage`. @param environment of the daemon, e.g. that of a sound server */
export async function setDaemonStage(
  libraries: readonly VoiceLibrary[],
  toStop: (() => unknown)[],
  environment: NodeJS.ProcessEnv = {},
): Promise<DaemonStage> {
  const certificate = await Certificate.create('localhost', '127.0.0.1');
  toStop.push(() => certificate.remove());
  const port = await freePort();
  const proxy = await TcpProxy.start({ address: '127.0.0.1', port: 0 }, { address: '127.0.0.1', port });
  toStop.push(() => proxy.stop());
  const daemon = await TestDaemon.start({
    environment: {
      ...environment,
      ...certificate.trust,
      GUILDHALL_VOICE_PORT: String(port),
      // A name, because the daemon uses no TLS for addresses of this machine.
      GUILDHALL_VOICE_PUBLIC_ADDRESS: `localhost:${proxy.port}`,
      GUILDHALL_VOICE_TLS_CERTIFICATE: certificate.certPath,
      GUILDHALL_VOICE_TLS_KEY: certificate.keyPath,
    },
  });
  toStop.push(() => daemon.stop());
  const { url } = daemon.runtime.api;
  const games = await makeGames(libraries.length, () => registerGame(daemon));
  const person = await daemon.cli<Person>('whoami');
  const service = { tlsUrl: url, plainUrl: url, certificate, person, games };
  return { daemon, certificate, proxy, ...(await setStage(service, libraries, toStop)) };
}
