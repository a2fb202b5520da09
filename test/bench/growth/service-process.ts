import { once } from 'node:events';
import { startApiService } from '#guildhall/api/compose/start-api.js';
import { allowAnyPeer } from '#guildhall/net/peer-check.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { openStore } from '#guildhall/store/sqlite/open-store.js';

/** The service on a store, in a separate process; takes the path of the store and sends its URL. */
const [path] = (await once(process, 'message')) as [string];
// What is measured is the work, not the limit on it.
const unlimited = Number.MAX_SAFE_INTEGER;
const api = await startApiService({
  openStore: (onError) => openStore(path, onError),
  attachmentsPath: `${path}.attachments`,
  host: '127.0.0.1',
  peers: allowAnyPeer,
  port: 0,
  clock: systemClock,
  log: silentLogger,
  restLimits: { bucketRequests: unlimited, globalRequests: unlimited, sessionStarts: unlimited },
});
process.once('disconnect', async () => {
  await api.stop();
  process.exit(0);
});
process.send?.(api.url);
