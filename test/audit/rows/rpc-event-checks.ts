import { textAt, valueAt } from '../kernel/json.js';
import type { Row } from '../kernel/row.js';
import { filled, integer, is, object, text } from '../kernel/shape.js';
import { combo } from './shapes.js';
import { connectAda, joinVoice, subscriber } from './support.js';

/** Events that are not subscribed to, need a scope, or a key to be pressed. */
export const RPC_EVENT_CHECKS: readonly Row[] = [
  {
    line: 'READY: v, config; immediately after connecting; not subscribable',
    async check(trial) {
      const connection = await trial.authenticated();
      const { data } = await connection.event('READY');
      trial.expect(
        data,
        object({ v: is(1), config: object({ cdn_host: text, api_endpoint: text, environment: text }) }),
      );
      await trial.refused(connection, 4004, 'SUBSCRIBE', {}, 'READY');
    },
  },
  {
    line: "ERROR: code, message; carries the command's cmd and nonce; not subscribable",
    async check(trial) {
      const connection = await trial.authenticated();
      const reply = await trial.command(connection, 'GET_GUILD', { guild_id: '1' });
      trial.expect(
        reply,
        object({ cmd: is('GET_GUILD'), evt: is('ERROR'), data: object({ code: integer, message: text }) }),
        'payload',
      );
      await trial.refused(connection, 4004, 'SUBSCRIBE', {}, 'ERROR');
    },
  },
  {
    line: 'NOTIFICATION_CREATE: needs scope rpc.notifications.read',
    async check(trial) {
      const { world } = trial;
      const connection = trial.connect(world.rival);
      const exchanged = await world.exchange(
        world.rival,
        await world.authorize(world.rival, ['rpc', 'identify']),
      );
      await connection.event('READY');
      await connection.request('AUTHENTICATE', { access_token: textAt(exchanged.body, 'access_token') });
      await trial.refused(connection, 4006, 'SUBSCRIBE', {}, 'NOTIFICATION_CREATE');
    },
  },
  ...['SPEAKING_START', 'SPEAKING_STOP'].map(
    (evt): Row => ({
      line: `${evt}: subscribed and unsubscribed with channel_id`,
      async check(trial) {
        const connection = await trial.authenticated();
        const data = await trial.data(connection, 'SUBSCRIBE', { channel_id: trial.world.guild.voice }, evt);
        trial.expect(valueAt(data, 'evt'), is(evt), 'evt');
        const second = await trial.data(
          connection,
          'UNSUBSCRIBE',
          { channel_id: trial.world.guild.voice },
          evt,
        );
        trial.expect(valueAt(second, 'evt'), is(evt), 'evt of UNSUBSCRIBE');
        await trial.refused(connection, 4000, 'SUBSCRIBE', {}, evt);
      },
    }),
  ),
  ...['starts', 'stops'].map(
    (edge): Row => ({
      line: `SPEAKING_${edge === 'starts' ? 'START' : 'STOP'}: user_id, when a user ${edge} speaking`,
      async check(trial) {
        const { ada, guild } = trial.world;
        await joinVoice(trial, await trial.authenticated(), guild.voice);
        const watched = { channel_id: guild.voice };
        const [start, stop] = [
          await subscriber(trial, 'SPEAKING_START', watched),
          await subscriber(trial, 'SPEAKING_STOP', watched),
        ];
        const voice = await connectAda(trial, guild.voice);
        trial.note('packets of sound of another person, 20 ms apart');
        const speaking = setInterval(() => voice.speak(), 20);
        const started = await trial.seen(start, 'SPEAKING_START').finally(() => clearInterval(speaking));
        trial.expect(started, is({ user_id: ada.id }));
        if (edge === 'starts') return;
        trial.note('five packets of silence');
        voice.fallSilent();
        trial.expect(await trial.seen(stop, 'SPEAKING_STOP'), is({ user_id: ada.id }));
      },
    }),
  ),
  {
    line: 'CAPTURE_SHORTCUT_CHANGE: shortcut, as keys are pressed between START and STOP',
    async check(trial) {
      const connection = await subscriber(trial, 'CAPTURE_SHORTCUT_CHANGE');
      trial.note('CAPTURE_SHORTCUT START, then a key');
      connection.send('CAPTURE_SHORTCUT', { action: 'START' });
      const data = await trial.whilePressing('j', () => trial.seen(connection, 'CAPTURE_SHORTCUT_CHANGE'));
      trial.expect(data, object({ shortcut: filled(combo) }));
      await trial.data(connection, 'CAPTURE_SHORTCUT', { action: 'STOP' });
    },
  },
];
