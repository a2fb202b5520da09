/** How long a measurement lasts at least, in microseconds of CPU time: far longer than what the clock of the CPU resolves. */
const LEAST = 20_000;
const ROUNDS = 3;

/** CPU time of one call, in microseconds: the least of a few rounds, as others of the machine only ever add to it. */
export function cpuCost(call: () => void): number {
  call();
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    let calls = 0;
    let used = 0;
    const start = process.cpuUsage();
    while (used < LEAST) {
      call();
      calls += 1;
      const { user, system } = process.cpuUsage(start);
      used = user + system;
    }
    least = Math.min(least, used / calls);
  }
  return least;
}

/** CPU time of parsing a byte of ordinary JSON, in microseconds: what all others are compared with. */
export function referenceCost(): number {
  const commands = Array.from({ length: 500 }, (_, number) => ({
    cmd: 'GET_CHANNEL',
    nonce: `b1c2-${number}`,
    args: { channel_id: String(199_737_254_929_760_256n + BigInt(number)), timeout: number % 60 },
  }));
  const text = Buffer.from(JSON.stringify(commands));
  return cpuCost(() => JSON.parse(text.toString())) / text.length;
}
