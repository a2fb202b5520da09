import assert from 'node:assert/strict';
import { delivered } from '../../helpers/nodes/deliveries.js';
import type { Frame, GatewayClient } from '../support/gateway-client.js';
import type { UsedWorld } from '../support/world.js';

/** What a frame says, as the test knows it. */
export function dataOf<Data>(frame: Frame | undefined): Data {
  assert.ok(frame);
  return frame.d as Data;
}

/** Waits for all that was caused before: events are sent before the reply of what fired them, and the reply to a heartbeat after that. */
export async function settled(gateway: GatewayClient): Promise<void> {
  await delivered();
  gateway.send(1, null);
  await gateway.op(11);
}

/** Posts a message, as the bot and to the open channel unless told otherwise. */
export function post(used: UsedWorld, content: string, as = used.world.bot, channel = used.world.text) {
  return used.service.ok('POST', `/channels/${channel}/messages`, { as, json: { content } });
}
