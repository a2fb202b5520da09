// test:all bench: measures rates, processor time and memory
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { judgeRow } from './kernel/judge-row.js';
import { measureRounds } from './kernel/measure-row.js';
import { ROWS } from './rows/index.js';
import { World } from './servers/world.js';

/** As few as can be: this shows that the rows work, and not how fast anything is. */
const EFFORT = { rounds: 1, roundMs: 50 };
/** One row of each family. */
const CHECKED = [
  'start to READY, 100 guilds',
  'connect to READY, 50 at a time',
  'GET_CHANNEL refused with 4005',
  'IPC: GET_CHANNEL that succeeds',
  'memory of the idle daemon, 100 guilds',
  'GET guild',
  'durable PATCH nick',
  'cluster: durable PATCH nick over PostgreSQL',
  'cluster: durable PATCH nick on three nodes, sent to any',
  'cluster: forwarded PATCH nick',
  'cluster: MESSAGE_CREATE on another node',
  'MESSAGE_CREATE to 1,000 RPC subscribers',
  'ETF: encode a command',
  'decode a command, followed, measured and charged',
  'connect with the peer check',
  'voice: relay a packet to one listener',
  'a second in a voice channel with 10 speakers',
];

test('a benchmark row of each family measures all its subjects and judges all its goals', async (t) => {
  const world = new World(fileURLToPath(new URL('../../', import.meta.url)));
  try {
    for (const name of CHECKED) {
      const row = ROWS.find((one) => one.name === name);
      assert.ok(row !== undefined, name);
      await t.test(name, { skip: row.skip ?? false }, async () => {
        const subjects = await row.open(world);
        const result = judgeRow(name, row.goals, await measureRounds(row, subjects, EFFORT));
        await world.endRow();
        assert.ok(result.subjects.length > 1, 'it compares nothing');
        for (const { subject, values } of result.subjects) {
          const medians = Object.values(values).map(({ median }) => median);
          assert.ok(medians.length > 0 && medians.every((value) => value > 0), `${subject} is not measured`);
        }
        for (const { goal, value } of result.goals) assert.ok(value !== undefined, JSON.stringify(goal));
      });
    }
  } finally {
    await world.stop();
  }
});
