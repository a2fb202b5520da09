import { constants, setPriority } from 'node:os';

/** Uses CPU at the attackers' priority and sends nothing: shows what CPU contention alone costs. */
setPriority(constants.priority.PRIORITY_LOW);
process.once('disconnect', () => process.exit());
process.send?.('ready');

function burn(): void {
  const until = performance.now() + 50;
  while (performance.now() < until);
  setImmediate(burn);
}
burn();
