import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  fillPath,
  parameterNames,
  shapeOf,
  toPathMatcher,
  toRoutePattern,
} from '#guildhall/protocol/declaration/path-template.js';

const MEMBER = '/guilds/{guild.id}/members/{user.id}';

test('a path template gives its parameters, its shape and the pattern of the router', () => {
  assert.deepEqual(parameterNames(MEMBER), ['guild.id', 'user.id']);
  assert.deepEqual(parameterNames('/gateway'), []);
  assert.equal(toRoutePattern(MEMBER), '/guilds/:guild_id/members/:user_id');
  assert.equal(shapeOf(MEMBER), shapeOf('/guilds/{id}/members/{other}'));
  assert.notEqual(shapeOf(MEMBER), shapeOf('/guilds/{guild.id}/members/@me'));
});

test('a path template matches one segment for each parameter', () => {
  const matcher = toPathMatcher(MEMBER);
  assert.ok(matcher.test('/guilds/1/members/2'));
  for (const path of [
    '/guilds/1/members/',
    '/guilds//members/2',
    '/guilds/1/members/2/3',
    '/x/guilds/1/members/2',
  ]) {
    assert.ok(!matcher.test(path), path);
  }
});

test('text of a path template is matched literally', () => {
  const matcher = toPathMatcher('/a.b/(c)');
  assert.ok(matcher.test('/a.b/(c)'));
  assert.ok(!matcher.test('/axb/(c)'));
});

test('fillPath encodes parameters, so that none of them changes the path', () => {
  assert.equal(fillPath(MEMBER, { guild_id: '1', user_id: '../2?x' }), '/guilds/1/members/..%2F2%3Fx');
});
