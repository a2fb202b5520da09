import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { oneNodeOnly } from '../../helpers/nodes/one-node.js';
import { withService } from '../support/test-service.js';
import { Recorder } from './recorder.js';
import { LAST_STEPS, STEPS } from './steps.js';

/** What the service answered and sent when this was recorded. Recorded again with UPDATE_TRANSCRIPT=1. */
const TRANSCRIPT = fileURLToPath(new URL('../../../test/api/wire/transcript.txt', import.meta.url));

const skip = oneNodeOnly('ids tell the node that made them');

test('the service answers and sends what was recorded, byte for byte', { skip }, async () => {
  await withService(async (service) => {
    const recorder = new Recorder(service);
    const people = { owner: 'Ada', other: 'Bob', friend: 'Cleo' };
    for (const [name, username] of Object.entries(people)) {
      const person = await service.person(username);
      recorder.keep(name, person.token);
      recorder.keep(`${name}Id`, person.id);
    }
    const game = await service.game();
    recorder.keep('application', game.id);
    recorder.keep('secret', game.client_secret);
    recorder.keep('bot', game.bot.token);
    const gateways = [
      ['bot', await service.identify(`Bot ${game.bot.token}`)],
      ['owner', await service.identify(recorder.fill('{owner}'))],
    ] as const;
    await recorder.play(STEPS);
    await recorder.play(LAST_STEPS);
    for (const [name, gateway] of gateways) {
      await gateway.heard('GUILD_DELETE');
      recorder.frames(name, gateway);
    }
    const actual = `${recorder.lines.join('\n')}\n`;
    if (process.env.UPDATE_TRANSCRIPT === '1') await writeFile(TRANSCRIPT, actual);
    const recorded = await readFile(TRANSCRIPT, 'utf8');
    assert.deepEqual(actual.split('\n'), recorded.split('\n'));
  });
});
