import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { UserError } from '#guildhall/platform/errors.js';
import { type Game, TestService } from '../support/test-service.js';

let game: Game;
const service = TestService.forFile(async () => {
  game = await service.game();
});

describe('A redirect URI', () => {
  const wrong = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:http://localhost/1',
    'filesystem:http://localhost/1',
    'file:///etc/passwd',
    'about:blank',
    'view-source:http://localhost/',
    'http://game.example@evil.example/',
    'http://localhost/a b',
    'http://localhost/#part',
    '/callback',
    '',
  ];
  const register = (redirect_uris: string[]) =>
    service.api.administration.createApplication({ name: 'New', redirect_uris, bot: false, approved: false });
  for (const uri of wrong) {
    test(`is not ${JSON.stringify(uri)}`, async () => {
      await assert.rejects(register([uri]), UserError);
      await assert.rejects(
        service.api.administration.updateApplication(game.id, { redirect_uris: [uri] }),
        UserError,
      );
    });
  }

  test('is a web address or one of the application’s own scheme', async () => {
    const uris = [
      'https://game.example/a?b=c',
      'http://[::1]:3000/',
      'org.example.game:/done',
      'game://done',
    ];
    assert.deepEqual((await register(uris)).redirect_uris, uris);
  });
});
