import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger } from '#guildhall/platform/log.js';
import { ChannelSelection } from '#guildhall/voice/channel-selection.js';
import { JoinTimedOutError } from '#guildhall/voice/errors.js';
import { ManualClock, settle } from '../hardware/support/manual-clock.js';
import { guild, textChannel } from '../helpers/objects.js';
import { MockChatClient } from '../mocks/mock-client.js';

const CHANNELS = ['12', '13'].map((id) => textChannel(id, { type: 2 }));
const GUILD = guild('200', { channels: CHANNELS });

/** A clock whose timers stand still while the computer sleeps. */
class SleepingClock extends ManualClock {
  #sleptMs = 0;

  override now(): number {
    return super.now() + this.#sleptMs;
  }

  sleep(ms: number): void {
    this.#sleptMs += ms;
  }
}

/** A person in voice channel 12. */
class Person {
  readonly client = new MockChatClient();
  readonly clock = new SleepingClock();
  readonly selection = new ChannelSelection(this.client, this.clock, silentLogger);

  async enter(): Promise<this> {
    this.client.addGuild(GUILD);
    await this.select('12');
    return this;
  }

  async select(id: string | null): Promise<void> {
    const channel = id === null ? null : textChannel(id, { type: 2, guild_id: '200' });
    await this.selection.select(channel, { force: true, ms: 1000, signal: new AbortController().signal });
  }

  /** The service is lost, and back after a time with a new session. */
  async restartService(ms: number, meanwhile: () => unknown = () => undefined): Promise<void> {
    this.client.setConnected(false);
    await meanwhile();
    await this.clock.advance(ms);
    this.client.startNewSession([GUILD]);
    await settle();
  }
}

test('a person is in their voice channel again after the service was restarted', async () => {
  const person = await new Person().enter();
  await person.restartService(30_000);
  assert.deepEqual([person.client.voiceChannelId, person.client.moves], ['12', ['12', '12']]);
  await person.restartService(30_000);
  assert.equal(person.client.voiceChannelId, '12');
});

test('a person who was disconnected for long is not brought back', async () => {
  const person = await new Person().enter();
  await person.restartService(120_001);
  assert.deepEqual([person.client.voiceChannelId, person.client.moves], [null, ['12']]);
});

test('a person whose computer slept for long is not brought back, although the loss was noticed just now', async () => {
  for (const ms of [0, 30_000]) {
    const person = await new Person().enter();
    person.clock.sleep(3_600_000);
    await person.restartService(ms);
    assert.deepEqual([person.client.voiceChannelId, person.client.moves], [null, ['12']]);
    assert.equal(person.clock.timers, 0);
  }
});

test('a person whose computer was awake for hours, or slept briefly, is brought back', async () => {
  const person = await new Person().enter();
  await person.clock.advance(3_600_000);
  person.clock.sleep(60_000);
  await person.restartService(30_000);
  assert.equal(person.client.voiceChannelId, '12');
});

test('a person who left, before or while the service was unreachable, is not brought back', async () => {
  const before = await new Person().enter();
  await before.select(null);
  await before.restartService(1000);
  assert.equal(before.client.voiceChannelId, null);
  const meanwhile = await new Person().enter();
  await meanwhile.restartService(1000, () => meanwhile.select(null));
  assert.equal(meanwhile.client.voiceChannelId, null);
});

test('asking for a channel while the service is unreachable does not keep the person out of theirs', async () => {
  for (const id of ['12', '13']) {
    const person = await new Person().enter();
    await person.restartService(1000, async () => {
      const asked = assert.rejects(person.select(id), JoinTimedOutError);
      await person.clock.advance(1000);
      await asked;
    });
    assert.deepEqual([person.client.voiceChannelId, person.client.moves], ['12', ['12', '12']]);
  }
});

test('a person who asks for another channel while the service is unreachable is moved there only', async () => {
  const person = await new Person().enter();
  let selected = Promise.resolve();
  await person.restartService(500, () => {
    selected = person.select('13');
  });
  await selected;
  assert.deepEqual([person.client.voiceChannelId, person.client.moves], ['13', ['12', '13']]);
});

test('a person who was removed from the channel is not brought back', async () => {
  const person = await new Person().enter();
  person.client.dispatch('VOICE_STATE_UPDATE', {
    ...{ guild_id: '200', channel_id: null, user_id: '1', session_id: 's', suppress: false },
    ...{ deaf: false, mute: false, self_deaf: false, self_mute: false },
  });
  await person.restartService(1000);
  assert.equal(person.client.voiceChannelId, null);
});

test('another channel that the person selected counts, and so does a resumed session', async () => {
  const person = await new Person().enter();
  await person.select('13');
  await person.select('13');
  await person.restartService(1000);
  assert.equal(person.client.voiceChannelId, '13');
  person.client.setConnected(false);
  person.client.setConnected(true);
  await settle();
  assert.deepEqual([person.client.voiceChannelId, person.client.moves.length], ['13', 3]);
});

test('nobody is brought back to the channel of a person who signed in before', async () => {
  const person = await new Person().enter();
  await person.restartService(1000, () => person.client.signIn('other'));
  assert.equal(person.client.voiceChannelId, null);
});
