import assert from 'node:assert/strict';
import { made, type Round, type Step } from './step.js';

/** What a bot and a member of its guild write to each other in private. */
export const PRIVATE_STEPS: readonly Step[] = [
  {
    title: 'receives a direct message',
    act: async (round) => {
      const { service, game, ids, person } = round;
      const json = { recipient_id: game.bot.id };
      ids.private = (await service.ok('POST', '/users/@me/channels', { as: person.token, json })).id;
      await write(round, 'psst');
    },
    events: ['CHANNEL_CREATE undefined', 'MESSAGE_CREATE psst'],
  },
  {
    title: 'answers it, and finds the channel that there is',
    act: ({ client, person }) => client.sendPrivately(person.id, 'hush'),
    events: ['MESSAGE_CREATE hush'],
    check: async ({ service, ids, person }) => {
      const path = `/channels/${made(ids, 'private')}/messages`;
      const messages = await service.ok('GET', path, { as: person.token });
      assert.deepEqual(
        messages.map(({ content }: { content: string }) => content),
        ['hush', 'psst'],
      );
    },
  },
  {
    title: 'receives the reply',
    act: (round) => write(round, 'silence'),
    events: ['MESSAGE_CREATE silence'],
  },
];

function write({ service, ids, person }: Round, content: string): Promise<unknown> {
  const path = `/channels/${made(ids, 'private')}/messages`;
  return service.ok('POST', path, { as: person.token, json: { content } });
}
