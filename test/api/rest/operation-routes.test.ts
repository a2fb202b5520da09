import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RestError } from '#guildhall/api/core/errors.js';
import { OperationRoutes } from '#guildhall/api/rest/operation-routes.js';
import { OPERATIONS } from '#guildhall/api/rest/operations.js';
import { API_VERSIONS } from '#guildhall/api/versions/index.js';

const createRoutes = () => new OperationRoutes(OPERATIONS, API_VERSIONS);
const routes = createRoutes();

test('a request is for one operation, with and without a version in its path', () => {
  for (const prefix of ['/api', '/api/v6', '/api/v7']) {
    const route = routes.find('GET', `${prefix}/guilds/1/members?limit=7&after=3`);
    assert.equal(route?.endpoint.operation.name, 'List guild members');
    assert.deepEqual(route?.input?.params, { guild_id: '1' });
  }
  const { query } = routes.find('GET', '/api/guilds/1/members?limit=7&after=3')?.input ?? {};
  assert.deepEqual(query, { limit: 7, after: '3' });
  assert.equal(routes.find('HEAD', '/api/gateway')?.endpoint.operation.name, 'Get gateway');
});

test('parameters are decoded once, and a slash in one does not divide it', () => {
  const emoji = (text: string) =>
    routes.find('PUT', `/api/channels/1/messages/2/reactions/${text}/@me`)?.input?.params.emoji;
  assert.equal(emoji('%F0%9F%98%80'), '😀');
  assert.equal(emoji('a%2Fb%253A1'), 'a/b%3A1');
  assert.equal(routes.find('GET', '/api/users/%40me')?.endpoint.operation.name, 'Get current user');
});

test('what is not an operation has no route', () => {
  for (const target of [
    '/guilds/1',
    '/api',
    '/api/',
    '/api/guilds//channels',
    '/api/guilds/1/',
    '/api/v5/guilds/1',
    '/api/guilds/%',
    '/api/guilds/%ff',
    `/api/invites/${'x'.repeat(257)}`,
    '*',
    'http://127.0.0.1/api/gateway',
  ]) {
    assert.equal(routes.find('GET', target), null, target);
  }
  assert.equal(routes.find('OPTIONS', '/api/gateway'), null);
});

test('parameters and queries that are not valid are refused after the caller is authorized', () => {
  for (const target of [
    '/api/guilds/x',
    '/api/guilds/1/members?limit=0',
    '/api/guilds/1/members?limit=1&limit=2',
  ]) {
    const route = routes.find('GET', target);
    assert.equal(route?.input, null, target);
    assert.ok(route?.refusal instanceof RestError);
  }
});

test('every parameter of a query counts, however many there are', () => {
  const others = 'x=1&'.repeat(2000);
  assert.ok(routes.find('GET', `/api/guilds/1/members?${others}limit=0`)?.refusal instanceof RestError);
});

test('a percent-encoding that is not UTF-8 stays as it is in a query', () => {
  const reason = (text: string) => routes.find('PUT', `/api/guilds/1/bans/2?reason=${text}`)?.input?.query;
  assert.deepEqual(reason('caf%E9+au%C3%A9'), { reason: 'caf%E9 au%C3%A9' });
  assert.deepEqual(reason('caf%C3%A9+au%20lait%2B'), { reason: 'café au lait+' });
  assert.deepEqual(reason('100%'), { reason: '100%' });
});

test('the quota of a route is counted for each guild or channel', () => {
  const bucket = (target: string) => routes.find('GET', target)?.bucket;
  assert.equal(bucket('/api/guilds/1/members/2'), bucket('/api/v6/guilds/1/members/3?x=y'));
  assert.notEqual(bucket('/api/guilds/1/members/2'), bucket('/api/guilds/2/members/2'));
  assert.notEqual(bucket('/api/guilds/1'), bucket('/api/guilds/1/roles'));
  assert.equal(bucket('/api/users/1'), bucket('/api/users/2'));
});

test('targets are remembered, but no more than a fixed number and no long ones', () => {
  const own = createRoutes();
  const first = own.find('GET', '/api/guilds/1');
  assert.equal(own.find('GET', '/api/guilds/1'), first);
  assert.notEqual(own.find('HEAD', '/api/guilds/1'), first);
  for (let id = 2; id < 5000; id += 1) own.find('GET', `/api/guilds/${id}`);
  const again = own.find('GET', '/api/guilds/1');
  assert.notEqual(again, first);
  assert.deepEqual(again?.input, first?.input);
  const long = `/api/guilds/1?x=${'y'.repeat(300)}`;
  assert.notEqual(own.find('GET', long), own.find('GET', long));
});

test('targets that are requested again are remembered, and at most 512 of a method', () => {
  const remembering = createRoutes();
  const find = (id: number) => remembering.find('GET', `/api/guilds/${id}`);
  const used = find(1);
  const unused = find(2);
  for (let id = 3; id < 1_000; id += 1) {
    find(id);
    assert.equal(find(1), used);
  }
  assert.notEqual(find(2), unused);
  const kept = new Map(Array.from({ length: 600 }, (_, index) => [index + 1_000, find(index + 1_000)]));
  // Looked at from the newest on, none is displaced before it was looked at.
  const found = [...kept].reverse().filter(([id, route]) => find(id) === route);
  assert.ok(found.length <= 512, `${found.length} are remembered`);
  assert.ok(found.length >= 256, `${found.length} are remembered`);
});
