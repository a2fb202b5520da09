import { useCast } from '../support/cast.js';
import { NOBODY, testRows } from '../support/rows.js';
import { useWorld } from '../support/world.js';
import { guildChannelRows } from './rows/guild-channels.js';

testRows(useCast(), guildChannelRows);

testRows(useWorld(), {
  'Get channel': [
    {
      title: 'shows one that the caller sees',
      call: ({ member, text }) => ['GET', `/channels/${text}`, { as: member.token }],
      status: 200,
    },
    {
      title: 'hides one that the caller does not see',
      call: ({ member, hidden }) => ['GET', `/channels/${hidden}`, { as: member.token }],
      status: 403,
      code: 50001,
    },
    {
      title: 'is closed to others',
      call: ({ stranger, text }) => ['GET', `/channels/${text}`, { as: stranger.token }],
      status: 403,
      code: 50001,
    },
    {
      title: 'does not know any channel',
      call: ({ member }) => ['GET', `/channels/${NOBODY}`, { as: member.token }],
      status: 404,
      code: 10003,
    },
  ],
});
