import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { PERMISSIONS } from '#guildhall/protocol/permissions.js';
import { SqlAccountStore } from '#guildhall/store/sql/account-store.js';
import { holdsSoon } from '../../helpers/nodes/soon.js';
import { holdNext, tryToEnd } from '../support/hold-next.js';
import { addStaff } from '../support/staff.js';
import { type Game, type Person, TestService } from '../support/test-service.js';
import { codeAt, enroll } from '../support/two-factor.js';
import { CALLBACK, makeWorld } from '../support/world.js';

let game: Game;
let person: Person;
const service = TestService.forFile(async () => {
  game = await service.game();
});
beforeEach(async () => {
  person = await service.person('Ada');
});

const isEnabled = async () =>
  (await service.ok('GET', '/users/@me', { as: person.token })).mfa_enabled as boolean;

/** Approves on the authorization page as a browser does. @returns the status and the page */
async function approve(code: string | null, token = person.token): Promise<[number, string]> {
  const query = { client_id: game.id, response_type: 'code', redirect_uri: CALLBACK, scope: 'identify' };
  const url = `${service.url}/oauth2/authorize?${new URLSearchParams(query)}`;
  const headers = { accept: 'text/html' };
  const page = await fetch(url, { headers });
  const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? '';
  const proof = /name="proof" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const fields = { proof, decision: 'approve', token, ...(code !== null && { code }) };
  const body = new URLSearchParams(fields);
  const init = { method: 'POST', redirect: 'manual', headers: { ...headers, cookie }, body } as const;
  const answer = await fetch(url, init);
  return [answer.status, await answer.text()];
}

const status = async (code: string | null) => (await approve(code))[0];

describe('Two-factor authentication', () => {
  test('is enabled by a code of the new secret, and disabled', async () => {
    const { administration } = service.api;
    const gateway = await service.identify(person.token);
    const { secret, uri } = await administration.beginTwoFactor(person.id);
    assert.ok(uri.startsWith('otpauth://totp/Guildhall:Ada'));
    assert.equal(await isEnabled(), false, 'not before it is confirmed');
    await assert.rejects(administration.confirmTwoFactor(person.id, '000000x'), /the code is wrong/);
    assert.equal(await isEnabled(), false);
    const codes = await administration.confirmTwoFactor(person.id, codeAt(service, secret));
    assert.equal(new Set(codes).size, 10);
    await holdsSoon(isEnabled);
    assert.equal((await gateway.heard('USER_UPDATE')).mfa_enabled, true);
    await assert.rejects(administration.beginTwoFactor(person.id), /disable it first|has two-factor/);
    await service.restart();
    await holdsSoon(isEnabled);
    await service.api.administration.disableTwoFactor(person.id);
    await holdsSoon(async () => !(await isEnabled()));
    assert.equal(await status(null), 303);
    await assert.rejects(service.api.administration.disableTwoFactor(person.id), /has no two-factor/);
  });

  test('stays enabled when a new name of the person is stored at the same time', async () => {
    const { administration } = service.api;
    const { secret } = await administration.beginTwoFactor(person.id);
    const held = holdNext(SqlAccountStore.prototype, 'discriminatorsOf');
    const renamed = service.ok('PATCH', '/users/@me', { as: person.token, json: { username: 'Augusta' } });
    await held.reached;
    const confirmed = administration.confirmTwoFactor(person.id, codeAt(service, secret));
    await tryToEnd(service, confirmed);
    held.release();
    await Promise.all([renamed, confirmed]);
    const { username, mfa_enabled } = await service.ok('GET', '/users/@me', { as: person.token });
    assert.deepEqual([username, mfa_enabled], ['Augusta', true]);
  });

  test('keeps a new name of the person that is stored before it', async () => {
    const { administration } = service.api;
    const { secret } = await administration.beginTwoFactor(person.id);
    const held = holdNext(SqlAccountStore.prototype, 'twoFactor');
    const confirmed = administration.confirmTwoFactor(person.id, codeAt(service, secret));
    await held.reached;
    await service.ok('PATCH', '/users/@me', { as: person.token, json: { username: 'Augusta' } });
    held.release();
    await confirmed;
    const { username, mfa_enabled } = await service.ok('GET', '/users/@me', { as: person.token });
    assert.deepEqual([username, mfa_enabled], ['Augusta', true]);
  });

  test('is for people who exist', async () => {
    for (const id of ['1', 'Ada']) {
      await assert.rejects(service.api.administration.beginTwoFactor(id), /there is no user/);
    }
    await assert.rejects(service.api.administration.beginTwoFactor(game.bot.id), /is a bot/);
    await assert.rejects(service.api.administration.confirmTwoFactor(person.id, '1'), /no secret to confirm/);
  });

  test('refuses guesses when it is confirmed', async () => {
    const { administration } = service.api;
    const { secret } = await administration.beginTwoFactor(person.id);
    for (let count = 0; count < 5; count += 1) {
      await assert.rejects(administration.confirmTwoFactor(person.id, 'wrong'), /the code is wrong/);
    }
    const right = () => administration.confirmTwoFactor(person.id, codeAt(service, secret));
    await assert.rejects(right(), /too many codes were wrong/);
    await service.clock.advance(15 * 60_000);
    await right();
  });
});

describe('The authorization page of a person with two-factor', () => {
  test('accepts a code once, of this time step or an adjacent one', async () => {
    const { secret } = await enroll(service, person);
    const [missing, page] = await approve(null);
    assert.equal(missing, 403);
    assert.match(page, /role="alert">The two-factor code is wrong, missing or was used/);
    const code = codeAt(service, secret);
    assert.deepEqual([await status(code), await status(code)], [303, 403]);
    assert.equal(await status(codeAt(service, secret, -1)), 403, 'an earlier one is void, too');
    assert.equal(await status(codeAt(service, secret, 1)), 303);
    await service.clock.advance(90_000);
    assert.equal(await status(codeAt(service, secret, -2)), 403);
    assert.equal(await status(` ${codeAt(service, secret, -1)} `), 303);
  });

  test('accepts one of many concurrent requests with the same code', async () => {
    const { secret } = await enroll(service, person);
    const code = codeAt(service, secret);
    const all = await Promise.all(Array.from({ length: 4 }, () => status(code)));
    assert.equal(all.filter((one) => one === 303).length, 1);
  });

  test('remembers used codes over a restart', async () => {
    const { secret } = await enroll(service, person);
    const code = codeAt(service, secret);
    assert.equal(await status(code), 303);
    await service.restart();
    assert.equal(await status(code), 403);
  });

  test('accepts each backup code once', async () => {
    const { backupCodes } = await enroll(service, person);
    const [first = '', second = ''] = backupCodes;
    assert.deepEqual([await status(first), await status(first)], [303, 403]);
    assert.equal(await status(second.toUpperCase()), 303);
  });

  test('verifies no code after five wrong ones, for a quarter of an hour', async () => {
    const { secret } = await enroll(service, person);
    for (let count = 0; count < 5; count += 1) assert.equal(await status('wrong'), 403);
    assert.equal(await status(codeAt(service, secret)), 429);
    const other = await service.person('Bob');
    assert.equal((await approve(null, other.token))[0], 303, 'nobody else has to wait');
    await service.clock.advance(15 * 60_000);
    assert.equal(await status(codeAt(service, secret)), 303);
  });
});

describe('A guild of mfa_level 1', () => {
  test('allows members with two-factor to manage it, and can be set only if its owner has it', async () => {
    const world = await makeWorld(service);
    const staff = await addStaff(service, world, PERMISSIONS.MANAGE_CHANNELS);
    const [owner] = await service.api.administration.listUsers();
    assert.ok(owner);
    const level = (mfa_level: 0 | 1) => service.api.administration.configureGuild(world.guild, { mfa_level });
    await assert.rejects(level(1), /could no longer manage it/);
    await enroll(service, owner);
    await level(1);
    const path = `/guilds/${world.guild}/channels`;
    const create = async (as: string) =>
      (await service.request('POST', path, { as, json: { name: 'room' } })).status;
    assert.equal(await create(world.bot), 201, "a bot has its owner's");
    assert.equal(await create(staff.token), 403);
    await enroll(service, staff.person);
    await holdsSoon(async () => (await create(staff.token)) === 201);
    await service.api.administration.disableTwoFactor(staff.person.id);
    await holdsSoon(async () => (await create(staff.token)) === 403);
    await service.api.administration.disableTwoFactor(owner.id);
  });
});
