import { startVoiceService } from '../api/compose/start-voice-service.js';
import { systemClock } from '../platform/clock.js';
import { UsageError, UserError } from '../platform/errors.js';
import { VERSION } from '../platform/version.js';
import type { StartFlags } from './configuration.js';
import { checkServicePeers } from './peer-checks.js';
import { runUntilShutdown } from './process/run-until-shutdown.js';
import { readVoiceAddress, readVoiceSecret } from './voice-endpoint.js';

/** `guildhall voice`: runs only a voice endpoint, for the service at `api_url`. @returns the exit code, as of `runUntilShutdown` */
export function runVoice(flags: StartFlags): Promise<number> {
  return runUntilShutdown(flags, async ({ configuration, log }) => {
    const { allowUsers, apiUrl, voiceRegion: region, voiceSecretFile } = configuration;
    const clock = systemClock;
    if (apiUrl === null) throw new UsageError('a voice endpoint needs a service', 'Name it with --api-url');
    if (voiceSecretFile === null) {
      throw new UsageError(
        'a voice endpoint needs the secret of its service',
        'Name its file with --voice-secret-file',
      );
    }
    const secret = await readVoiceSecret(voiceSecretFile, process.env.CREDENTIALS_DIRECTORY);
    const address = await readVoiceAddress(configuration);
    if (address === null) throw new UserError('voice_port is off', 'Choose a port with --voice-port');
    const peers = checkServicePeers({ clock, log }, allowUsers);
    const service = await startVoiceService({ ...address, peers, apiUrl, secret, region, clock, log });
    return {
      greeting: `Guildhall's voice endpoint is serving: ${service.address}`,
      runtime: { pid: process.pid, version: VERSION, voice: { address: service.address } },
      describe: () => `voice endpoint ${service.address} of ${apiUrl}`,
      stop: () => service.stop(),
    };
  });
}
