import { GatewayConnection } from '../kernel/gateway-connection.js';
import { blankJpeg } from '../kernel/jpeg.js';
import { findBy, type Json, listAt, textAt, valueAt } from '../kernel/json.js';
import type { Request } from '../kernel/operation.js';
import type { Row, Table } from '../kernel/row.js';
import { filled, is, object } from '../kernel/shape.js';
import { Stage } from '../kernel/stage.js';
import type { Trial } from '../kernel/trial.js';
import type { Application } from '../kernel/world.js';

/** Requests of the owner that are taken, and others that are refused with 400. */
interface Bound {
  readonly line: string;
  readonly taken: readonly Request[];
  readonly refused: readonly Request[];
}

const GUILD = '/guilds/{guild}';

function patchGuild(body: Json): Request {
  return { method: 'PATCH', path: GUILD, body };
}

function postChannel(body: Json): Request {
  return { method: 'POST', path: `${GUILD}/channels`, body };
}

function get(path: string): Request {
  return { method: 'GET', path: `${GUILD}${path}` };
}

function banFor(days: number): Request {
  return { method: 'PUT', path: `${GUILD}/bans/{target}?delete-message-days=${days}` };
}

const OTHER_SIZES = [
  [120, 120],
  [136, 136],
  [128, 64],
  [1024, 1024],
].map(([width = 0, height = 0]) => blankJpeg(width, height));

const BOUNDS: readonly Bound[] = [
  {
    line: 'Guild name: 2-100 characters',
    taken: [patchGuild({ name: 'ab' }), patchGuild({ name: 'a'.repeat(100) })],
    refused: [patchGuild({ name: 'a' }), patchGuild({ name: 'a'.repeat(101) })],
  },
  {
    line: 'Channel name: 2-100 characters',
    taken: [postChannel({ name: 'ab' }), postChannel({ name: 'a'.repeat(100) })],
    refused: [postChannel({ name: 'a' }), postChannel({ name: 'a'.repeat(101) }), postChannel({})],
  },
  {
    line: 'Channel topic: 0-1024 characters',
    taken: [postChannel({ name: 'ab', topic: '' }), postChannel({ name: 'cd', topic: 'a'.repeat(1024) })],
    refused: [postChannel({ name: 'ab', topic: 'a'.repeat(1025) })],
  },
  {
    line: 'List guild members limit: 1-1000',
    taken: [get('/members?limit=1'), get('/members?limit=1000')],
    refused: [get('/members?limit=0'), get('/members?limit=1001')],
  },
  { line: 'delete-message-days: 0-7', taken: [banFor(0), banFor(7)], refused: [banFor(-1), banFor(8)] },
  {
    line: 'Prune days: 1 or more',
    taken: [get('/prune?days=1')],
    refused: [get('/prune?days=0'), { method: 'POST', path: `${GUILD}/prune?days=0` }],
  },
  {
    line: 'Guild icon: base64 128x128 jpeg',
    taken: [patchGuild({ icon: blankJpeg(128, 128) })],
    refused: ['x', 'data:image/jpeg;base64,AAAA', ...OTHER_SIZES].map((icon) => patchGuild({ icon })),
  },
];

function boundRow({ line, taken, refused }: Bound): Row {
  return {
    line,
    async check(trial) {
      const stage = await Stage.make(trial);
      for (const request of refused) {
        const reply = await trial.rest(stage.fill(request, stage.owner));
        trial.expect(reply.status, is(400), `status of ${line}`);
      }
      for (const request of taken) {
        const { status } = await trial.rest(stage.fill(request, stage.owner));
        trial.expect(status < 300, is(true), `success of ${line}`);
      }
    },
  };
}

/** Creates until it is refused; gives how many there were, and the refusal. */
async function createUntilRefused(trial: Trial, as: string, request: Request): Promise<[number, Json]> {
  for (let made = 0; made <= 20; made += 1) {
    const reply = await trial.world.tryRest({ ...request, as });
    if (reply.status >= 300) return [made, reply.body ?? null];
    if (request.path === '/guilds')
      trial.afterwards(() => trial.world.deleteGuild(textAt(reply.body, 'id'), as));
  }
  return [20, null];
}

async function countGuilds(trial: Trial, app: Application): Promise<void> {
  trial.note('POST /guilds, until it is refused');
  const [made, refusal] = await createUntilRefused(trial, app.bot, {
    method: 'POST',
    path: '/guilds',
    body: { name: 'Many' },
  });
  trial.received.push(`${made} made, then ${valueAt(refusal, 'code')}`);
  trial.expect(made, is(10), 'guilds');
  trial.expect(refusal, object({ code: is(30001) }));
}

const OTHERS: readonly Row[] = [
  {
    line: 'Create guild: roles[0] changes @everyone; placeholder ids serve in overwrites',
    async check(trial) {
      const { world } = trial;
      const as = world.rival.bot;
      const gateway = await GatewayConnection.open(world.gatewayUrl, as.replace('Bot ', ''));
      const permission_overwrites = [{ id: 2, type: 'role', allow: 1024, deny: 0 }];
      const body = {
        name: 'Made',
        roles: [
          { id: 1, permissions: 1024 },
          { id: 2, name: 'second' },
        ],
        channels: [{ name: 'talk', type: 0, permission_overwrites }],
      };
      const made = await trial.rest({ method: 'POST', path: '/guilds', as, body });
      const id = textAt(made.body, 'id');
      trial.afterwards(() => world.deleteGuild(id, as));
      trial.expect(
        findBy(valueAt(made.body, 'roles'), 'id', id),
        object({ permissions: is(1024) }),
        '@everyone',
      );
      const created = await gateway.event('GUILD_CREATE', (data) => valueAt(data, 'id') === id);
      trial.events.push('GUILD_CREATE');
      gateway.close();
      const second = textAt(findBy(valueAt(made.body, 'roles'), 'name', 'second'), 'id');
      const channel = findBy(listAt(created, 'channels'), 'name', 'talk');
      trial.expect(channel, object({ permission_overwrites: filled(object({ id: is(second) })) }), 'channel');
    },
  },
  {
    line: 'Create guild: channel categories are not supported',
    async check(trial) {
      const body = { name: 'Made', channels: [{ name: 'Halls', type: 4 }] };
      const reply = await trial.rest({ method: 'POST', path: '/guilds', as: trial.world.rival.bot, body });
      trial.expect(reply.status, is(400), 'status');
    },
  },
  {
    line: 'Create guild: only by bots in fewer than 10 guilds',
    async check(trial) {
      await countGuilds(trial, await trial.world.createApplication('Many', '--bot', '--approved'));
    },
  },
  {
    line: 'Guilds creatable by an unapproved application: 10',
    async check(trial) {
      await countGuilds(trial, await trial.world.createApplication('Unapproved', '--bot'));
    },
  },
  {
    line: 'Channels creatable by an unapproved application: 10',
    async check(trial) {
      const as = trial.world.novice.bot;
      const guild = textAt(
        (await trial.world.tryRest({ method: 'POST', path: '/guilds', as, body: { name: 'Few' } })).body,
        'id',
      );
      trial.note('POST /guilds/{guild.id}/channels, until it is refused');
      const request = { method: 'POST', path: `/guilds/${guild}/channels`, body: { name: 'one-more' } };
      const [made, refusal] = await createUntilRefused(trial, as, request);
      trial.received.push(`${made} made, then ${valueAt(refusal, 'code')}`);
      trial.expect(refusal, object({ code: is(30013) }));
      trial.expect(made, is(10), 'channels');
    },
  },
  {
    line: 'List guild members limit: default 1',
    async check(trial) {
      const stage = await Stage.make(trial);
      const reply = await trial.rest(
        stage.fill({ method: 'GET', path: '/guilds/{guild}/members' }, stage.owner),
      );
      trial.expect(listAt({ list: reply.body ?? null }, 'list').length, is(1), 'members');
    },
  },
  { line: 'Rate limits', notApplicable: 'not shown' },
  { line: 'Versioning of the REST interface', notApplicable: 'not shown' },
];

export const GUILD_LIMITS: Table = {
  title: 'Limits and versioning of the REST interface',
  rows: [...BOUNDS.map(boundRow), ...OTHERS],
};
