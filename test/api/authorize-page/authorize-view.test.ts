import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questionView } from '#guildhall/api/authorize-page/views.js';
import { SCOPES } from '#guildhall/protocol/scopes.js';

const application = { id: '100', name: 'Game', icon: null };
const question = {
  redirectUri: 'https://game.example/callback',
  host: '127.0.0.1:6480',
  proof: 'proof',
  problem: null,
  console: null,
};

test('the authorize page shows the hidden characters of a stored name', () => {
  const page = questionView({
    ...question,
    application: { ...application, name: '\u202eevil' },
    scopes: ['identify'],
  });
  assert.match(page, /<bdi>\[U\+202E\]evil<\/bdi>/);
  assert.doesNotMatch(page, /\u202e/);
});

test('the authorize page lists sensitive scopes first and marks them in text', () => {
  const page = questionView({ ...question, application, scopes: ['identify', 'messages.read'] });
  const rows = [...page.matchAll(/<li>(.*?)<\/li>/g)].map(([, row]) => row);
  assert.deepEqual(rows, [
    `<strong>Sensitive:</strong> ${SCOPES['messages.read'].words}`,
    SCOPES.identify.words,
  ]);
});
