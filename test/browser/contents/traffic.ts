import type { RpcSessionInfo } from '#guildhall/rpc/sessions/live-sessions.js';
import { eventually } from '../../helpers/eventually.js';
import type { FilledConsole } from '../filled-console.js';

/** How many seconds of traffic there are. */
const SECONDS = 40;

/** Lets connections send and receive for a while, which the view of connections shows as lines. */
export async function showTraffic({ page, harness: { sessions }, clock }: FilledConsole): Promise<void> {
  const line = page.locator('#connection-list polyline').first();
  await line.waitFor({ state: 'attached' });
  for (let second = 1; second <= SECONDS; second += 1) {
    sessions.splice(0, sessions.length, ...sessions.map((one, index) => afterOneSecond(one, index, second)));
    await clock.advance(1_000);
    const points = async () => ((await line.getAttribute('points')) ?? '').split(' ');
    await eventually(async () => (await points()).length >= second);
  }
}

function afterOneSecond(session: RpcSessionInfo, index: number, second: number): RpcSessionInfo {
  const waves = [4 + Math.round(3 * Math.sin(second / 3)), second % 9 < 2 ? 6 : 1, 0];
  const frames = waves[index] ?? 0;
  return {
    ...session,
    frames_sent: session.frames_sent + frames,
    bytes_sent: session.bytes_sent + frames * 310,
  };
}
