import type { TestDaemon } from '../../helpers/daemon.js';
import { eventually } from '../../helpers/eventually.js';
import type { RawRpcClient } from '../../helpers/rpc-client.js';

/** Starts a capture and returns once its driver listens: a key pressed from then on is heard. */
export async function startCapture(client: RawRpcClient, daemon: TestDaemon): Promise<void> {
  client.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' }, nonce: 'start' });
  await eventually(async () => {
    const { drivers } = await daemon.cli<{ drivers: { name: string; state: string }[] }>('status');
    return drivers.some(({ name, state }) => name === 'keyboard-mouse' && state === 'running');
  });
}
