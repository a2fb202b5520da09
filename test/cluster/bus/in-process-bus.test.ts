import { InProcessBus, InProcessHub } from '#guildhall/cluster/bus/in-process-bus.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { describeBus } from './contract.js';

const hub = new InProcessHub();
/** Its timers keep the process alive while a test waits for them. */
const clock = {
  after(ms: number, callback: () => void) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

describeBus('in one process', {
  open: async () => new InProcessBus({ hub, clock, log: silentLogger }),
});
