import { type Json, textAt, valueAt } from '../kernel/json.js';
import type { Row } from '../kernel/row.js';
import { filled, is, object, text } from '../kernel/shape.js';
import type { Trial } from '../kernel/trial.js';

/** The channel types of the specification for private channels, and how many others a channel of each has. */
const TYPES = { dm: { type: 1, others: 1 }, 'group dm': { type: 3, others: 2 } };

/** Opens a private channel of Ada's with the person of the daemon, as clients do. */
async function openChannel(trial: Trial, others: number): Promise<string> {
  const { world } = trial;
  const recipients = [world.me.id];
  if (others > 1) {
    const third = await world.person('Third');
    await world.join(world.game.bot, world.guild.text, third);
    recipients.push(third.id);
  }
  const body: Json = others > 1 ? { recipients } : { recipient_id: world.me.id };
  const reply = await trial.rest({ method: 'POST', path: '/users/@me/channels', as: world.ada.token, body });
  return textAt(reply.body, 'id');
}

/** A private channel is in view of the person's applications, with its messages and their events. */
export const PRIVATE_CHANNEL_ROWS: readonly Row[] = Object.entries(TYPES).map(
  ([name, { type, others }]): Row => ({
    line: `RPC channel type ${name} = ${type}`,
    async check(trial) {
      const { world } = trial;
      const id = await openChannel(trial, others);
      await world.say('hello', id);
      const connection = await trial.authenticated();
      const selected = await trial.data(connection, 'SELECT_TEXT_CHANNEL', { channel_id: id, timeout: 10 });
      trial.expect(valueAt(selected, 'type'), is(type), 'type');
      trial.expect(
        await trial.data(connection, 'GET_CHANNEL', { channel_id: id }),
        object({
          id: is(id),
          name: text,
          type: is(type),
          messages: filled(object({ id: text, content: text })),
        }),
      );
      await trial.data(connection, 'SELECT_TEXT_CHANNEL', { channel_id: null });
      for (const evt of ['MESSAGE_CREATE', 'NOTIFICATION_CREATE']) {
        await connection.request('SUBSCRIBE', evt === 'MESSAGE_CREATE' ? { channel_id: id } : {}, evt);
      }
      await world.say('again', id);
      for (const evt of ['MESSAGE_CREATE', 'NOTIFICATION_CREATE']) {
        const data = await trial.seen(connection, evt);
        trial.expect(valueAt(data, 'channel_id'), is(id), `${evt}: channel_id`);
        trial.expect(valueAt(data, 'message', 'content'), is('again'), `${evt}: content`);
      }
    },
  }),
);
