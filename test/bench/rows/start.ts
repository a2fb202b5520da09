import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpuTime } from '../kernel/cpu-time.js';
import type { Row, Subject } from '../kernel/row.js';
import { ArrpcServer } from '../servers/arrpc.js';
import type { PreparedHome } from '../servers/prepared-home.js';
import { waitForGreeting } from '../servers/wait-for-greeting.js';

const ROUNDS = 9;

/** From the start of the process to READY at a client. */
function daemonStart(home: PreparedHome): Subject {
  return {
    name: 'Guildhall',
    async measure() {
      const daemon = await home.prepare();
      const started = performance.now();
      await daemon.start();
      const values = { time: performance.now() - started, cpu: cpuTime(daemon.pid) * 1000 };
      await daemon.stop();
      return { values };
    },
  };
}

const arrpcStart: Subject = {
  name: 'arRPC',
  async measure() {
    const started = performance.now();
    const server = await ArrpcServer.start();
    await waitForGreeting(server.target);
    const values = { time: performance.now() - started, cpu: cpuTime(server.pid) * 1000 };
    await server.stop();
    return { values };
  },
};

const nodeStart: Subject = {
  name: 'node -e 0',
  async measure() {
    const started = performance.now();
    await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
    return { values: { time: performance.now() - started } };
  },
};

export const startRows: readonly Row[] = [
  {
    name: 'start to READY, 100 guilds',
    goals: [{ measure: 'time', against: 'node -e 0', as: 'difference', atMost: 300 }],
    isOfDaemon: true,
    rounds: ROUNDS,
    open: async (world) => [daemonStart(await world.home()), nodeStart, arrpcStart],
  },
];
