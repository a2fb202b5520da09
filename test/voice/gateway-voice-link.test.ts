import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MockChatClient } from '#guildhall/client/mock-client.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { GatewayVoiceLink } from '#guildhall/voice/gateway-voice-link.js';
import { guild, textChannel } from '../helpers/objects.js';

test('the voice connection is DISCONNECTED while the service cannot be reached', () => {
  const client = new MockChatClient();
  const link = new GatewayVoiceLink(client, silentLogger);
  const states: string[] = [];
  link.on('voiceConnectionStatus', ({ state }) => states.push(state));
  client.addGuild(guild('200', { channels: [textChannel('12', { type: 2 })] }));
  client.moveToVoiceChannel(client.state.channel('12') ?? null);
  client.setConnected(false);
  assert.equal(link.status.state, 'DISCONNECTED');
  client.setConnected(true);
  assert.deepEqual(states, ['AWAITING_ENDPOINT', 'DISCONNECTED', 'AWAITING_ENDPOINT']);
});

test('the voice connection is DISCONNECTED when the guild is deleted', () => {
  const client = new MockChatClient();
  const link = new GatewayVoiceLink(client, silentLogger);
  client.addGuild(guild('200', { channels: [textChannel('12', { type: 2 })] }));
  client.moveToVoiceChannel(client.state.channel('12') ?? null);
  assert.equal(link.status.state, 'AWAITING_ENDPOINT');
  client.dispatch('GUILD_DELETE', { id: '200', unavailable: true });
  assert.equal(link.status.state, 'DISCONNECTED');
});
