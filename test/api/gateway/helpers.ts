import assert from 'node:assert/strict';
import type { EncodedEvent } from '#guildhall/api/gateway/frames/encoded-event.js';
import { FrameFormats } from '#guildhall/api/gateway/frames/frame-format.js';
import { DEFAULT_REPLAY_LIMITS } from '#guildhall/api/gateway/replay-limits.js';
import { SendingTurns } from '#guildhall/api/gateway/sending-turns.js';
import { Session } from '#guildhall/api/gateway/session.js';
import { API_VERSIONS } from '#guildhall/api/versions/index.js';
import { actor } from '../../guilds/worlds.js';
import { delivered } from '../../helpers/nodes/deliveries.js';
import { account, token } from '../../store/contract/fixtures.js';
import type { Frame, GatewayClient } from '../support/gateway-client.js';
import type { UsedWorld } from '../support/world.js';

/** What a frame says, as the test knows it. */
export function dataOf<Data>(frame: Frame | undefined): Data {
  assert.ok(frame);
  return frame.d as Data;
}

/** A session of a person. @param receive is called with the name of each event that it sends */
export function makeSession(
  userId: string,
  id: string,
  receive: (name: string, data: unknown) => void = () => {},
): Session {
  const format = new FrameFormats(API_VERSIONS).get('json', '6') ?? assert.fail('no JSON');
  const transport = {
    ...{ format, isClosed: false, hasRoom: true, dropSlowReader() {}, close() {} },
    dispatch(event: EncodedEvent, sequence: number) {
      const { t, d } = JSON.parse(event.frame(format, sequence).toString());
      receive(t, d);
    },
  };
  const user = account(userId);
  const caller = {
    ...{ kind: 'person' as const, user, applicationId: null, scopes: new Set<never>() },
    ...{ token: token(userId, userId), actor: actor(userId) },
  };
  const options = {
    ...{ id, resumeId: id, caller, largeThreshold: 250, shard: null },
    receivesApplicationUpdates: false,
    status: { status: 'online', game: null } as const,
  };
  return new Session(options, transport, {
    replayLimits: DEFAULT_REPLAY_LIMITS,
    turns: new SendingTurns(),
  });
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
