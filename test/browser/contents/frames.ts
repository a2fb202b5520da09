import { timestamp } from '#guildhall/protocol/timestamp.js';
import type { InspectedFrame } from '#guildhall/rpc/inspection/inspected-frame.js';
import { BOARD_GAMES, GENERAL } from './guilds.js';
import { NOW } from './moments.js';
import { PEOPLE } from './people.js';

const { ada, dan } = PEOPLE;
const { avatar, discriminator, id, username } = ada;

/** Frames of an application that signs in and subscribes to messages. */
export const FRAMES: readonly InspectedFrame[] = [
  sent('DISPATCH', { evt: 'READY', data: { v: 1, user: { id, username, discriminator, avatar } } }),
  received('AUTHENTICATE', 'd2d5', { args: { access_token: '[hidden]' } }),
  sent('AUTHENTICATE', { nonce: 'd2d5', data: { user: { id, username }, scopes: ['rpc', 'messages.read'] } }),
  received('GET_GUILDS', '8f1c', { args: {} }),
  sent('GET_GUILDS', { nonce: '8f1c', data: { guilds: [{ id: BOARD_GAMES, name: 'Board games' }] } }),
  received('SUBSCRIBE', '30ab', { evt: 'MESSAGE_CREATE', args: { channel_id: GENERAL } }),
  sent('SUBSCRIBE', { nonce: '30ab', data: { evt: 'MESSAGE_CREATE' } }),
  sent('DISPATCH', {
    evt: 'MESSAGE_CREATE',
    data: {
      channel_id: GENERAL,
      message: { content: 'See you at seven.', author: { username: dan.username } },
    },
  }),
  received('GET_CHANNEL', '77e0', { args: { channel_id: '1' } }),
  sent('GET_CHANNEL', { evt: 'ERROR', nonce: '77e0', data: { code: 4005, message: 'Invalid channel' } }),
].map((frame, index) => ({ ...frame, number: index + 1, at: timestamp(NOW - 60_000 + index * 1_370) }));

interface Content {
  readonly evt?: string;
  readonly nonce?: string;
  readonly args?: object;
  readonly data?: object;
}

function received(cmd: string, nonce: string, content: Content) {
  return frame('received', cmd, { nonce, ...content });
}

function sent(cmd: string, content: Content) {
  return frame('sent', cmd, content);
}

function frame(direction: InspectedFrame['direction'], cmd: string, content: Content) {
  const { evt = null, nonce = null } = content;
  const text = JSON.stringify({ cmd, ...content });
  return { direction, cmd, evt, nonce, bytes: text.length, text, is_cut: false };
}
