import assert from 'node:assert/strict';
import type { TestDaemon } from './daemon.js';

/**
 * Reports microphones as a vendor's tool does, without a connection: they cancel echo themselves and are muted.
 *
 * @param clientId of the tool
 * @param ids of the endpoints; none takes the report back
 * @param related ids of other parts of the same product
 */
export async function certifyInputs(
  daemon: TestDaemon,
  clientId: string,
  ids: readonly string[],
  related: readonly string[] = [],
): Promise<void> {
  const link = { name: 'Acme', url: 'https://acme.example' };
  const flags = { echo_cancellation: true, hardware_mute: true };
  const devices = ids.map((id) => ({
    type: 'audioinput',
    id,
    vendor: link,
    model: link,
    related,
    ...flags,
  }));
  const url = `http://127.0.0.1:${daemon.runtime.rpc.port}/rpc?v=1&client_id=${clientId}`;
  const body = JSON.stringify({ cmd: 'SET_CERTIFIED_DEVICES', args: { devices }, nonce: '1' });
  const response = await fetch(url, { method: 'POST', body });
  assert.deepEqual(await response.json(), {
    cmd: 'SET_CERTIFIED_DEVICES',
    data: null,
    evt: null,
    nonce: '1',
  });
}
