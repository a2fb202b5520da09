import { ConnectGenerator } from './connects.js';
import { FanOutGenerator } from './fan-out.js';
import { HttpGenerator } from './http.js';
import { IdleConnections } from './idle.js';
import type { Load, RunningLoad } from './load.js';
import { RoundTripGenerator } from './round-trips.js';

/** The process of a load generator: takes its load first, and then the duration of each round. */
let running: RunningLoad | null = null;

function toRunning(load: Load): RunningLoad {
  switch (load.kind) {
    case 'http':
      return new HttpGenerator(load);
    case 'round-trips':
      return new RoundTripGenerator(load);
    case 'connects':
      return new ConnectGenerator(load);
    case 'fan-out':
      return new FanOutGenerator(load);
    case 'idle':
      return new IdleConnections(load);
  }
}

process.on('message', async (message: Load | number) => {
  if (typeof message === 'number') {
    process.send?.(await running?.run(message));
    return;
  }
  running = toRunning(message);
  await running.open();
  process.send?.('ready');
});
process.once('disconnect', () => process.exit(0));
