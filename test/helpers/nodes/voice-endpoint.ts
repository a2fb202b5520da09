import {
  startVoiceService,
  type VoiceService,
  type VoiceServiceOptions,
} from '#guildhall/api/compose/start-voice-service.js';
import { allowAnyPeer } from '#guildhall/net/peer-check.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import type { Store } from '#guildhall/store/store.js';
import { eventually } from '../eventually.js';

const ADDRESS = { host: '127.0.0.1', port: 0, publicAddress: null, publicIp: null, tls: null };

type EndpointOptions = Pick<VoiceServiceOptions, 'apiUrl' | 'secret'> & Partial<VoiceServiceOptions>;

/** Starts an endpoint that runs alone, and waits until all nodes know it. It stops once none does. */
export async function startSharedEndpoint(store: Store, options: EndpointOptions): Promise<VoiceService> {
  const common = { peers: allowAnyPeer, clock: systemClock, log: silentLogger };
  const endpoint = await startVoiceService({ ...ADDRESS, ...common, ...options });
  const { address } = endpoint;
  const isKnown = async (wanted: boolean) =>
    (await store.cluster?.voiceEndpoints.live())?.some((each) => each.address === address) === wanted;
  await eventually(() => isKnown(true));
  return {
    address,
    async stop() {
      await endpoint.stop();
      await eventually(() => isKnown(false));
    },
  };
}
