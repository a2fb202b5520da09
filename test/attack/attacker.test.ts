import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Attacker } from './attackers/attacker.js';
import type { Target } from './target.js';

const APPLICATION = { id: '100', origin: 'https://game.example' };

/** A target that does not exist: nothing listens on these ports. */
const NOWHERE: Target = {
  rpcPort: 9,
  apiPort: 9,
  consolePort: 9,
  controlSocket: '/nonexistent/control.sock',
  victim: APPLICATION,
  own: {
    ...APPLICATION,
    secret: '',
    botToken: '',
    accessToken: '',
    guildId: '1',
    textId: '2',
    voiceId: '3',
  },
  unapproved: APPLICATION,
};

test('an attack ends after a time that is not a whole number of milliseconds', async () => {
  const attacker = await Attacker.start();
  try {
    const order = { scenario: 'http-foreign-hosts', seconds: 2.0181818, seed: 1, target: NOWHERE };
    const { outcomes } = await attacker.run(order);
    assert.ok((outcomes.ECONNREFUSED ?? 0) > 0);
  } finally {
    attacker.stop();
  }
});
