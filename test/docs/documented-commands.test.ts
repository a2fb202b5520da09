import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBlocks, readBlocks } from './support/documented-blocks.js';
import { testMarkers } from './support/test-page.js';

/** The pages whose commands are all run by tests. */
const PAGES = [
  ...['README.md', 'docs/for-bots.md', 'docs/for-games.md', 'docs/for-users.md', 'docs/for-vendors.md'],
  ...['docs/operating.md', 'docs/rest.md', 'docs/voice.md'],
  // These name commands in sentences alone.
  ...['docs/control.md', 'docs/gateway.md', 'docs/troubleshooting.md'],
];

/** The blocks that are not run as they are written, by page and first line, with the reason. */
const NOT_RUN = {
  'README.md: npm start        # installs and builds what is missing, then runs the daemon':
    'its second command runs all tests, this one included',
  'docs/for-games.md: npm install ./guildhall-VERSION.tgz':
    'there are no packages in a checkout: a test makes and installs them',
  'docs/for-games.md: mcs -out:Presence.exe -r:System.Core.dll examples/Presence.cs kits/csharp/Guildhall.cs':
    'Mono is installed for npm run test:all alone: one of its parts compiles and runs it',
  'docs/operating.md: sudo apt install ./guildhall_VERSION_amd64.deb':
    'it changes the machine: the lab runs apt in the same way',
  'docs/operating.md: npm install --global ./guildhall-VERSION.tgz':
    'it changes the machine: the lab installs for one user, without a network',
  'docs/operating.md: guildhall service install': 'it needs systemd: the lab runs these commands',
  'docs/operating.md: loginctl enable-linger': 'it needs systemd: the lab runs it',
  'docs/operating.md: sudo guildhall service install --system': 'it needs systemd: the lab runs it as root',
  'docs/operating.md: createdb --encoding UTF8 guildhall':
    'there is no such database: a test uses one of its own',
  'docs/operating.md: guildhall stop': 'there is no such database: a test copies to one of its own',
  'docs/operating.md: guildhall api --store "$DATABASE" --node a --bus tls://bus.example:4222':
    'there is no such database and bus: tests use some of their own',
  'docs/operating.md: curl http://127.0.0.1:9480/readyz':
    'another process may listen on this port: a test uses a free one',
  'docs/voice.md: guildhall start --api-url https://guilds.example/api':
    'there is no such service: a test uses one with a certificate of its own',
};

for (const page of PAGES) testMarkers(page);

test('every command block runs as written, unless it is listed with a reason', () => {
  const left = PAGES.flatMap((page) =>
    readBlocks(new URL(`../../${page}`, import.meta.url))
      .filter(({ marker }) => marker !== null && 'testedBy' in marker)
      .map(({ commands }) => `${page}: ${commands.split('\n', 1)[0]}`),
  );
  assert.deepEqual(left, Object.keys(NOT_RUN));
});

test('a marker defines how its block runs', () => {
  const [block] = parseBlocks(
    'text\n\n<!-- run: allow; until READY; save ID from application.id; set A to b c -->\n```sh\nguildhall demo\n```\n',
  );
  assert.deepEqual(block, {
    line: 3,
    commands: 'guildhall demo\n',
    marker: {
      allow: true,
      until: 'READY',
      shows: [],
      save: [{ name: 'ID', path: 'application.id' }],
      set: [{ name: 'A', value: 'b c' }],
    },
  });
});

test('a block without an adjacent marker is unmarked', () => {
  const blocks = parseBlocks('<!-- run -->\n\n```sh\nls\n```\n\n```sh\npwd\n```\n');
  assert.deepEqual(
    blocks.map(({ marker }) => marker),
    [null, null],
  );
});

test('an unknown marker clause is an error', () => {
  assert.throws(() => parseBlocks('<!-- run: untill READY -->\n```sh\nls\n```\n'), /clauses/);
});
