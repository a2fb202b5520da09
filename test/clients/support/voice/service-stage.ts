import { randomInt } from 'node:crypto';
import { TestService } from '../../../api/support/test-service.js';
import { Certificate } from '../../../helpers/certificate.js';
import { TlsFront } from '../../../helpers/tls-front.js';
import type { VoiceLibrary } from './voice-bot-process.js';
import { makeGames, setStage, type VoiceStage } from './voice-stage.js';

/** The port that some libraries connect to, whatever VOICE_SERVER_UPDATE says. */
const PORT = 443;

/** How often the clock of the service moves on, in milliseconds. */
const TICK_MS = 20;

/** A stage of a service alone, also with REST over TLS, whose voice endpoint is at the default port of TLS. As `setStage`. */
export async function setServiceStage(
  libraries: readonly VoiceLibrary[],
  toStop: (() => unknown)[],
): Promise<VoiceStage> {
  const host = anyLoopbackAddress();
  const certificate = await Certificate.create('127.0.0.1', host);
  toStop.push(() => certificate.remove());
  const front = await TlsFront.start(certificate);
  toStop.push(() => front.stop());
  const tlsUrl = `${front.url}/api`;
  const tls = { cert: certificate.cert, key: certificate.key };
  const voice = { host, port: PORT, publicAddress: null, publicIp: null, tls };
  const service = await TestService.start({ publicUrl: tlsUrl, voice });
  toStop.push(() => service.stop());
  front.forwardTo(service.api.port);
  const ticking = setInterval(() => void service.clock.advance(TICK_MS), TICK_MS);
  toStop.push(() => clearInterval(ticking));
  const person = await service.person();
  const games = await makeGames(libraries.length, () => service.game());
  return setStage({ tlsUrl, plainUrl: service.url, certificate, person, games }, libraries, toStop);
}

/** An address of this machine at which probably nothing else listens. */
function anyLoopbackAddress(): string {
  return ['127', randomInt(64, 128), randomInt(256), randomInt(1, 255)].join('.');
}
