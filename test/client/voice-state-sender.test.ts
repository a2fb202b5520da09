import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VoiceStateSender } from '#guildhall/client/gateway/voice-state-sender.js';
import type { VoiceStateUpdate } from '#guildhall/protocol/gateway/commands.js';
import type { Channel } from '#guildhall/protocol/objects/channel.js';
import { ManualClock } from '../hardware/support/manual-clock.js';
import { textChannel } from '../helpers/objects.js';

const VOICE = textChannel('12', { type: 2, guild_id: '200' });
const OTHER = textChannel('13', { type: 2, guild_id: '200' });

function startSender(inChannel: Channel | null) {
  const clock = new ManualClock();
  const sent: VoiceStateUpdate[] = [];
  let channel = inChannel;
  const sender = new VoiceStateSender({
    clock,
    current: () => (channel === null ? null : { guildId: '200', channelId: channel.id }),
    send: (payload) => sent.push(payload),
  });
  const arrive = (at: Channel | null) => {
    channel = at;
    sender.channelChanged();
  };
  return { clock, sent, sender, arrive };
}

test('toggling mute a thousand times a minute stays within the gateway’s rate, and sends the last state', async () => {
  const { clock, sent, sender } = startSender(VOICE);
  for (let time = 0; time < 1001; time += 1) {
    sender.show({ selfMute: time % 2 === 0, selfDeaf: false });
    await clock.advance(60);
  }
  assert.ok(sent.length > 20 && sent.length <= 100, `${sent.length} payloads in a minute`);
  await clock.advance(5000);
  assert.deepEqual(sent.at(-1), { guild_id: '200', channel_id: '12', self_mute: true, self_deaf: false });
});

test('a pending move is sent with later flags, and only the last move is sent', async () => {
  const { clock, sent, sender } = startSender(VOICE);
  for (let time = 0; time < 20; time += 1) sender.move(time % 2 === 0 ? OTHER : VOICE);
  assert.equal(sent.length, 20);
  sender.move(null);
  sender.move(OTHER);
  sender.show({ selfMute: true, selfDeaf: false });
  assert.equal(sent.length, 20);
  await clock.advance(5000);
  assert.deepEqual(sent.slice(20), [
    { guild_id: '200', channel_id: '13', self_mute: true, self_deaf: false },
  ]);
});

test('flags are sent only in a voice channel, and nothing is sent after cancel', async () => {
  const outside = startSender(null);
  outside.sender.show({ selfMute: true, selfDeaf: false });
  assert.deepEqual(outside.sent, []);
  const { clock, sent, sender } = startSender(VOICE);
  for (let time = 0; time < 25; time += 1) sender.move(OTHER);
  sender.cancel();
  await clock.advance(60_000);
  assert.equal(sent.length, 20);
});

test('joining the channel once more while leaving does not bring the person back', async () => {
  const { sent, sender, arrive } = startSender(VOICE);
  sender.rejoin();
  assert.equal(sent.length, 1);
  sender.move(null);
  sender.rejoin();
  arrive(null);
  const state = { guild_id: '200', self_mute: false, self_deaf: false };
  assert.deepEqual(sent, [
    { ...state, channel_id: '12' },
    { ...state, channel_id: null },
  ]);
});

test('a move that the service has not carried out yet can be withdrawn', () => {
  const { sent, sender } = startSender(null);
  sender.move(VOICE);
  sender.move(null);
  assert.deepEqual(
    sent.map(({ guild_id, channel_id }) => [guild_id, channel_id]),
    [
      ['200', '12'],
      ['200', null],
    ],
  );
});

test('muting while leaving does not bring the person back', () => {
  const { sent, sender, arrive } = startSender(VOICE);
  sender.move(null);
  sender.show({ selfMute: true, selfDeaf: false });
  arrive(null);
  const left = { guild_id: '200', channel_id: null, self_mute: false, self_deaf: false };
  assert.deepEqual(sent, [left]);
});

test('flags that change while the service moves the person are sent once they arrived', () => {
  const { sent, sender, arrive } = startSender(null);
  sender.move(VOICE);
  sender.show({ selfMute: true, selfDeaf: true });
  assert.equal(sent.length, 1);
  arrive(VOICE);
  assert.deepEqual(sent.slice(1), [{ guild_id: '200', channel_id: '12', self_mute: true, self_deaf: true }]);
});

test('flags are sent for the present channel if the service does not carry out a move', async () => {
  const { clock, sent, sender } = startSender(VOICE);
  sender.move(OTHER);
  sender.show({ selfMute: true, selfDeaf: false });
  await clock.advance(9000);
  assert.equal(sent.length, 1);
  await clock.advance(2000);
  assert.deepEqual(sent.slice(1), [{ guild_id: '200', channel_id: '12', self_mute: true, self_deaf: false }]);
});

test('flags that may have been lost with the connection are sent when it is restored', () => {
  const { sent, sender, arrive } = startSender(null);
  sender.move(VOICE);
  arrive(VOICE);
  sender.show({ selfMute: true, selfDeaf: false });
  arrive(null);
  sender.show({ selfMute: true, selfDeaf: true });
  assert.equal(sent.length, 2);
  arrive(VOICE);
  assert.deepEqual(sent.slice(2), [{ guild_id: '200', channel_id: '12', self_mute: true, self_deaf: true }]);
});

test('nothing is sent if somebody else moves the person, or another client of theirs joins', async () => {
  const moved = startSender(null);
  moved.sender.move(VOICE);
  moved.sender.show({ selfMute: true, selfDeaf: false });
  moved.arrive(OTHER);
  assert.equal(moved.sent.length, 1);
  const { sent, sender, arrive } = startSender(null);
  sender.show({ selfMute: true, selfDeaf: false });
  arrive(VOICE);
  assert.deepEqual(sent, []);
});
