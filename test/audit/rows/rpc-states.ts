import { valueAt } from '../kernel/json.js';
import type { Table } from '../kernel/row.js';
import { is, list, nothing, object, text, timestamp } from '../kernel/shape.js';
import { combo, partialUser } from './shapes.js';
import { joinVoice, leaveAfterwards, settledVoiceSettings, subscriber, untilAllowed } from './support.js';

export const RPC_STATES: Table = {
  title: 'States and transitions',
  rows: [
    {
      line: 'unauthenticated: any command other than AUTHORIZE / AUTHENTICATE gets 4006, unchanged',
      async check(trial) {
        const connection = trial.connect();
        await connection.event('READY');
        const commands = [
          ...[
            'DISPATCH',
            'GET_GUILDS',
            'GET_GUILD',
            'GET_CHANNEL',
            'GET_CHANNELS',
            'SET_USER_VOICE_SETTINGS',
          ],
          ...[
            'SELECT_VOICE_CHANNEL',
            'GET_SELECTED_VOICE_CHANNEL',
            'SELECT_TEXT_CHANNEL',
            'GET_VOICE_SETTINGS',
          ],
          ...['SET_VOICE_SETTINGS', 'CAPTURE_SHORTCUT', 'NO_SUCH_COMMAND'],
        ];
        for (const cmd of commands) await trial.refused(connection, 4006, cmd, {});
        await trial.refused(connection, 4006, 'SUBSCRIBE', {}, 'GUILD_CREATE');
        await trial.refused(connection, 4006, 'UNSUBSCRIBE', {}, 'GUILD_CREATE');
      },
    },
    {
      line: 'unauthenticated: AUTHENTICATE with a valid token: authenticated; user, scopes, expires, application',
      async check(trial) {
        const connection = trial.connect();
        await connection.event('READY');
        const token = await trial.world.token(trial.world.game);
        const data = await trial.data(connection, 'AUTHENTICATE', { access_token: token });
        trial.expect(
          data,
          object({ user: partialUser, scopes: list(text), expires: timestamp, application: object({}) }),
        );
        await trial.data(connection, 'GET_GUILDS', {});
      },
    },
    {
      line: 'WebSocket connect with an Origin that is not registered: disconnected immediately',
      async check(trial) {
        const connection = trial.connect(trial.world.game, { origin: 'http://evil.example' });
        trial.note('connect with Origin http://evil.example');
        const code = await connection.closed();
        trial.received.push(`closed ${code}`);
        trial.expect(connection.frames.length, is(0), 'frames');
      },
    },
    {
      line: 'WebSocket connect, success: READY dispatched immediately',
      async check(trial) {
        const connection = trial.connect();
        trial.note('connect');
        trial.answered(await connection.event('READY'));
      },
    },
    {
      line: 'not subscribed: SUBSCRIBE: subscribed; data.evt names the event',
      async check(trial) {
        const { guild } = trial.world;
        const args = { channel_id: guild.text };
        const connection = await trial.authenticated();
        const data = await trial.data(connection, 'SUBSCRIBE', args, 'MESSAGE_CREATE');
        trial.expect(data, is({ evt: 'MESSAGE_CREATE' }));
        await trial.world.say('to subscribers');
        await trial.seen(connection, 'MESSAGE_CREATE');
      },
    },
    {
      line: 'subscribed: UNSUBSCRIBE with the same evt and args: not subscribed; data.evt names the event',
      async check(trial) {
        const { guild } = trial.world;
        const args = { channel_id: guild.text };
        const connection = await subscriber(trial, 'MESSAGE_CREATE', args);
        const other = await subscriber(trial, 'MESSAGE_CREATE', args);
        const data = await trial.data(connection, 'UNSUBSCRIBE', args, 'MESSAGE_CREATE');
        trial.expect(data, is({ evt: 'MESSAGE_CREATE' }));
        await trial.world.say('to the other');
        await trial.seen(other, 'MESSAGE_CREATE');
        await connection.request('GET_GUILDS');
        trial.expect(connection.frames.filter(({ evt }) => evt === 'MESSAGE_CREATE').length, is(0), 'events');
      },
    },
    {
      line: 'not in a voice channel: SELECT_VOICE_CHANNEL: in that channel; VOICE_CHANNEL_SELECT to subscribers',
      async check(trial) {
        const { guild } = trial.world;
        const second = await subscriber(trial, 'VOICE_CHANNEL_SELECT');
        const data = await joinVoice(trial, await trial.authenticated(), guild.voice);
        trial.expect(data, object({ id: is(guild.voice) }));
        const event = await trial.seen(second, 'VOICE_CHANNEL_SELECT');
        trial.expect(event, object({ channel_id: is(guild.voice), guild_id: is(guild.id) }), 'event');
      },
    },
    {
      line: 'in a voice channel: SELECT_VOICE_CHANNEL of another, force not set: unchanged, 5003',
      async check(trial) {
        const { guild } = trial.world;
        const connection = await trial.authenticated();
        await joinVoice(trial, connection, guild.voice);
        await trial.refused(connection, 5003, 'SELECT_VOICE_CHANNEL', {
          channel_id: guild.lounge,
          timeout: 30,
        });
        const now = await trial.data(connection, 'GET_SELECTED_VOICE_CHANNEL', {});
        trial.expect(now, object({ id: is(guild.voice) }));
      },
    },
    {
      line: 'in a voice channel: two pipelined SELECT_VOICE_CHANNEL, force not set: the second gets 5003',
      async check(trial) {
        const { guild } = trial.world;
        const [first, second] = [await trial.authenticated(), await trial.authenticated(trial.world.rival)];
        leaveAfterwards(trial, first);
        trial.note('SELECT_VOICE_CHANNEL of two channels at once, by two applications');
        const replies = await Promise.all([
          first.request('SELECT_VOICE_CHANNEL', { channel_id: guild.voice, timeout: 30 }),
          second.request('SELECT_VOICE_CHANNEL', { channel_id: guild.lounge, timeout: 30 }),
        ]);
        const codes = replies
          .filter(({ evt }) => evt === 'ERROR')
          .map(({ data }) => valueAt(data, 'code') ?? null);
        trial.received.push(`errors ${codes.join(', ')}`);
        trial.expect(codes, is([5003]), 'errors');
      },
    },
    {
      line: 'in a voice channel: SELECT_VOICE_CHANNEL of another, force true: in the new channel',
      async check(trial) {
        const { guild } = trial.world;
        const connection = await trial.authenticated();
        await joinVoice(trial, connection, guild.voice);
        const args = { channel_id: guild.lounge, timeout: 30, force: true };
        trial.expect(
          await trial.data(connection, 'SELECT_VOICE_CHANNEL', args),
          object({ id: is(guild.lounge) }),
        );
      },
    },
    {
      line: 'in a voice channel: SELECT_VOICE_CHANNEL null: not in a voice channel, data null',
      async check(trial) {
        const connection = await trial.authenticated();
        await joinVoice(trial, connection, trial.world.guild.voice);
        trial.expect(await trial.data(connection, 'SELECT_VOICE_CHANNEL', { channel_id: null }), nothing);
        trial.expect(await trial.data(connection, 'GET_SELECTED_VOICE_CHANNEL', {}), nothing);
      },
    },
    {
      line: 'capture idle: START: capturing; CAPTURE_SHORTCUT_CHANGE as keys are pressed; returns the shortcut',
      async check(trial) {
        const connection = await subscriber(trial, 'CAPTURE_SHORTCUT_CHANGE');
        trial.afterwards(() => connection.request('CAPTURE_SHORTCUT', { action: 'STOP' }));
        trial.note('CAPTURE_SHORTCUT START');
        const nonce = connection.send('CAPTURE_SHORTCUT', { action: 'START' });
        const reply = await trial.whilePressing('i', () => connection.reply(nonce));
        trial.expect(trial.answered(reply).data, object({ shortcut: list(combo) }));
        await trial.seen(connection, 'CAPTURE_SHORTCUT_CHANGE');
      },
    },
    {
      line: 'capturing: STOP: capture idle, data null',
      async check(trial) {
        const connection = await trial.authenticated();
        connection.send('CAPTURE_SHORTCUT', { action: 'START' });
        const data = await trial.data(connection, 'CAPTURE_SHORTCUT', { action: 'STOP' });
        trial.expect(data, nothing);
      },
    },
    ...(['SET_VOICE_SETTINGS', 'SET_USER_VOICE_SETTINGS'] as const).map((cmd) => ({
      line: `unlocked: ${cmd}: locked to that app; other apps lose the ability`,
      async check(trial: Parameters<typeof subscriber>[0]) {
        const { ada, rival } = trial.world;
        const [connection, other] = [await trial.authenticated(), await trial.authenticated(rival)];
        const args = cmd === 'SET_VOICE_SETTINGS' ? { mute: true } : { user_id: ada.id, volume: 50 };
        await trial.data(connection, cmd, args);
        await trial.refused(other, 4006, cmd, args);
        await trial.data(connection, cmd, args);
      },
    })),
    {
      line: 'locked to app: that app disconnects: unlocked; settings reset to what they were before the change',
      async check(trial) {
        const other = await trial.authenticated(trial.world.rival);
        const before = await settledVoiceSettings(other);
        const connection = await trial.authenticated();
        await trial.data(connection, 'SET_VOICE_SETTINGS', { input: { volume: 13 }, qos: false, mute: true });
        await connection.close();
        trial.note('the application disconnects');
        await untilAllowed(other, 'SET_VOICE_SETTINGS', {});
        trial.expect(await trial.data(other, 'GET_VOICE_SETTINGS', {}), is(before));
      },
    },
    {
      line: 'unlocked: app that earlier set settings reconnects: locked to that app; its settings come back',
      async check(trial) {
        const { game, rival } = trial.world;
        const first = await trial.authenticated();
        await trial.data(first, 'SET_VOICE_SETTINGS', { input: { volume: 17 } });
        await first.close();
        trial.note('the application disconnects and reconnects');
        const again = await trial.authenticated(game);
        const data = await trial.data(again, 'GET_VOICE_SETTINGS', {});
        trial.expect(valueAt(data, 'input', 'volume'), is(17), 'input.volume');
        await trial.refused(await trial.authenticated(rival), 4006, 'SET_VOICE_SETTINGS', { mute: true });
      },
    },
  ],
};
