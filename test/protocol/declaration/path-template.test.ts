import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  fillPath,
  parameterNames,
  parameterPlaces,
  readParameters,
  shapeOf,
} from '#guildhall/protocol/declaration/path-template.js';

const MEMBER = '/guilds/{guild.id}/members/{user.id}';

test('a path template gives its parameters, those of a path, and its shape', () => {
  assert.deepEqual(parameterNames(MEMBER), ['guild.id', 'user.id']);
  assert.deepEqual(parameterNames('/gateway'), []);
  assert.deepEqual(parameterPlaces(MEMBER), [
    { key: 'guild_id', index: 1 },
    { key: 'user_id', index: 3 },
  ]);
  assert.deepEqual(readParameters(MEMBER, ['guilds', '1', 'members', '2']), { guild_id: '1', user_id: '2' });
  assert.equal(shapeOf(MEMBER), shapeOf('/guilds/{id}/members/{other}'));
  assert.notEqual(shapeOf(MEMBER), shapeOf('/guilds/{guild.id}/members/@me'));
});

test('fillPath encodes parameters, so that none of them changes the path', () => {
  assert.equal(fillPath(MEMBER, { guild_id: '1', user_id: '../2?x' }), '/guilds/1/members/..%2F2%3Fx');
});
