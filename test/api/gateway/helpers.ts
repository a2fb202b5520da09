import assert from 'node:assert/strict';
import { delivered } from '../../helpers/nodes/deliveries.js';
import type { Frame, GatewayClient } from '../support/gateway-client.js';
import type { UsedWorld } from '../support/world.js';

/** What a frame says, as the test knows it. */
export function dataOf<Data>(frame: Frame | undefined): Data {
  assert.ok(frame);
  return frame.d as Data;
}

/** Lets everything that is on its way arrive: the reply to a heartbeat comes after all that was sent before. */
export async function settled(gateway: GatewayClient): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20));
  await delivered();
  gateway.send(1, null);
  await gateway.op(11);
}

/** Posts a message, as the bot and to the open channel unless told otherwise. */
export function post(used: UsedWorld, content: string, as = used.world.bot, channel = used.world.text) {
  return used.service.ok('POST', `/channels/${channel}/messages`, { as, json: { content } });
}
