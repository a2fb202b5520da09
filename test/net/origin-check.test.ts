import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CrossOriginUse, isFromForeignPage, isOriginAllowed } from '#guildhall/net/origin-check.js';

const OWN = 'http://127.0.0.1:6480';
const EVIL = 'https://evil.example';

interface Kind {
  readonly what: string;
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** the uses under which it is answered */
  readonly allowed: readonly CrossOriginUse[];
}

const ALL = ['none', 'embedding', 'navigation'] as const;
const crossSite = (mode: string, dest: string) => ({
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': mode,
  'sec-fetch-dest': dest,
});

const kinds: readonly Kind[] = [
  { what: 'a program', headers: {}, allowed: ALL },
  { what: 'a program that posts', method: 'POST', headers: {}, allowed: ALL },
  { what: 'fetch of Node.js', headers: { 'sec-fetch-mode': 'cors' }, allowed: ALL },
  { what: 'an address typed by the person', headers: { 'sec-fetch-site': 'none' }, allowed: ALL },
  { what: 'a read of its own page', headers: { 'sec-fetch-site': 'same-origin' }, allowed: ALL },
  {
    what: 'a form of its own page',
    method: 'POST',
    headers: { origin: OWN, 'sec-fetch-site': 'same-origin' },
    allowed: ALL,
  },
  {
    what: 'a form of its own page in an old browser',
    method: 'POST',
    headers: { origin: OWN },
    allowed: ALL,
  },
  { what: 'an <img>', headers: crossSite('no-cors', 'image'), allowed: ['embedding'] },
  { what: 'a <script>', headers: crossSite('no-cors', 'script'), allowed: ['embedding'] },
  {
    what: 'a fetch with CORS',
    headers: { origin: EVIL, ...crossSite('cors', 'empty') },
    allowed: ['embedding'],
  },
  {
    what: 'a navigation',
    headers: crossSite('navigate', 'document'),
    allowed: ['embedding', 'navigation'],
  },
  { what: 'a frame', headers: crossSite('navigate', 'iframe'), allowed: ['embedding'] },
  { what: 'an <object>', headers: crossSite('navigate', 'object'), allowed: ['embedding'] },
  {
    what: 'a form of another page',
    method: 'POST',
    headers: { origin: EVIL, ...crossSite('navigate', 'document') },
    allowed: [],
  },
  {
    what: 'a form of a sandboxed page',
    method: 'POST',
    headers: { origin: 'null', ...crossSite('navigate', 'document') },
    allowed: [],
  },
  { what: 'a form in an old browser', method: 'POST', headers: { origin: EVIL }, allowed: [] },
  {
    what: 'a form of an opaque page in an old browser',
    method: 'POST',
    headers: { origin: 'null' },
    allowed: [],
  },
  { what: 'a beacon', method: 'POST', headers: crossSite('no-cors', 'empty'), allowed: [] },
  { what: 'a preflight', method: 'OPTIONS', headers: { origin: EVIL }, allowed: [] },
  {
    what: 'a page of another port',
    method: 'POST',
    headers: { origin: 'http://127.0.0.1:6490', 'sec-fetch-site': 'same-site' },
    allowed: [],
  },
  { what: 'a read by another port', headers: { 'sec-fetch-site': 'same-site' }, allowed: ['embedding'] },
  {
    what: 'the other name of the machine',
    method: 'POST',
    headers: { origin: 'http://localhost:6480' },
    allowed: [],
  },
  { what: 'the other scheme', method: 'POST', headers: { origin: 'https://127.0.0.1:6480' }, allowed: [] },
  {
    what: 'the server’s Origin with a Sec-Fetch-Site that contradicts it',
    method: 'POST',
    headers: { origin: OWN, 'sec-fetch-site': 'cross-site' },
    allowed: [],
  },
  {
    what: 'a foreign Origin that Sec-Fetch-Site contradicts',
    method: 'POST',
    headers: { origin: EVIL, 'sec-fetch-site': 'same-origin' },
    allowed: [],
  },
  { what: 'a repeated Origin', method: 'POST', headers: { origin: `${OWN}, ${OWN}` }, allowed: [] },
  { what: 'an Origin with a path', method: 'POST', headers: { origin: `${OWN}/` }, allowed: [] },
  { what: 'an empty Origin', method: 'POST', headers: { origin: '' }, allowed: [] },
  { what: 'a malformed Origin', method: 'POST', headers: { origin: 'http://[::' }, allowed: [] },
  {
    what: 'an unknown Sec-Fetch-Site',
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin, none' },
    allowed: [],
  },
];

for (const { what, method = 'GET', headers, allowed } of kinds) {
  test(`${what} is allowed for: ${allowed.join(', ') || 'no use'}`, () => {
    for (const use of ALL) {
      assert.equal(isOriginAllowed({ method, headers }, OWN, use), allowed.includes(use), use);
    }
    assert.equal(isOriginAllowed({ method, headers }, OWN), allowed.includes('none'));
    assert.equal(isFromForeignPage({ method, headers }, OWN), !allowed.includes('none'));
  });
}

test('a port without pages treats every Origin as foreign', () => {
  for (const origin of [OWN, 'null', '']) assert.ok(isFromForeignPage({ headers: { origin } }, null));
  assert.ok(!isFromForeignPage({ headers: {} }, null));
});
