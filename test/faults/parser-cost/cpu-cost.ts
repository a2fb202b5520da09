/** How long the rounds of a measurement last at least, in microseconds of CPU time: longer than its clock resolves. */
const ROUNDS = [5_000, 20_000, 20_000, 20_000];

/**
 * CPU time of one call, in microseconds: the least of several rounds, as others of the machine only ever add to it.
 *
 * @param enough a time at which no further round is needed, as the call is known to be cheap
 */
export function cpuCost(call: () => void, enough = 0): number {
  call();
  let least = Number.POSITIVE_INFINITY;
  for (const duration of ROUNDS) {
    least = Math.min(least, measureRound(call, duration));
    if (least <= enough) break;
  }
  return least;
}

function measureRound(call: () => void, duration: number): number {
  let calls = 0;
  let used = 0;
  const start = process.cpuUsage();
  while (used < duration) {
    call();
    calls += 1;
    const { user, system } = process.cpuUsage(start);
    used = user + system;
  }
  return used / calls;
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
