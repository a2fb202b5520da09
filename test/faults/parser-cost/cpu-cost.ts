/** How long the call, and ordinary JSON beside it, are repeated in a round: microseconds of CPU time. */
const CALLS = 20_000;
const REFERENCE = 2_000;
/** Ordinary JSON is at least so long, in bytes. */
const LEAST_BYTES = 50_000;
/** The first round shows whether the call is far below its bound. */
const FIRST_CALLS = 5_000;
/** So many rounds give a cost that is below the bound; on a busy machine more are needed to find quiet moments. */
const ROUNDS = 4;
const MOST_ROUNDS = 40;

const ordinaryCommand = (number: number) =>
  JSON.stringify({
    cmd: 'GET_CHANNEL',
    nonce: `b1c2-${number}`,
    args: { channel_id: String(199_737_254_929_760_256n + BigInt(number)), timeout: number % 60 },
  });

/** Ordinary JSON of about a length, but not less than {@link LEAST_BYTES}. */
function ordinaryJson(bytes: number): Buffer {
  const count = Math.ceil(Math.max(bytes, LEAST_BYTES) / ordinaryCommand(100).length);
  return Buffer.from(`[${Array.from({ length: count }, (_, number) => ordinaryCommand(number)).join(',')}]`);
}

/**
 * CPU time of one call, in bytes of ordinary JSON that can be parsed in that time. Both are measured in turns, and the least
 * of several rounds counts, as others of the machine only ever add to it.
 *
 * @param bound if the call is not far below it, more rounds are measured
 * @param length how long the ordinary JSON is, in bytes: that of a long input, because memory for long texts costs more
 */
export function costInBytes(call: () => void, bound: number, length = LEAST_BYTES): number {
  const ordinary = ordinaryJson(length);
  call();
  let [least, byte] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    byte = Math.min(byte, costOfByte(ordinary));
    least = Math.min(least, measureCalls(call, round === 1 ? FIRST_CALLS : CALLS));
    const cost = least / byte;
    if (cost <= bound / 2 || (round >= ROUNDS && cost < bound)) break;
  }
  return least / byte;
}

/** As {@link costInBytes}, of work that is measured once a round as it takes long or waits. */
export async function costInBytesOf(work: () => Promise<unknown>, bound: number): Promise<number> {
  const ordinary = ordinaryJson(LEAST_BYTES);
  let [least, byte] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    byte = Math.min(byte, costOfByte(ordinary));
    const start = process.cpuUsage();
    await work();
    least = Math.min(least, usedSince(start));
    if (least / byte < bound) break;
  }
  return least / byte;
}

/** CPU time of parsing a byte of JSON, in microseconds. */
function costOfByte(json: Buffer): number {
  return measureCalls(() => JSON.parse(json.toString()), REFERENCE) / json.length;
}

function measureCalls(call: () => void, duration: number): number {
  let calls = 0;
  let used = 0;
  const start = process.cpuUsage();
  while (used < duration) {
    call();
    calls += 1;
    used = usedSince(start);
  }
  return used / calls;
}

function usedSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return user + system;
}
