import { missingPrograms } from '../../hardware/support/programs.js';
import { noPostgres } from '../../helpers/postgres/postgres-server.js';
import { COUNTER, type HttpRequest } from '../generators/load.js';
import { loadSubject } from '../kernel/load-subject.js';
import type { Goal, Row, Subject } from '../kernel/row.js';
import { BenchEngines } from '../servers/bench-engines.js';
import { type GroupMember, ServiceGroup } from '../servers/service-group.js';
import type { World } from '../servers/world.js';

/** Connections to each process. */
const CONNECTIONS = 32;
/** Each of three nodes gets a third of the load, until V8 has compiled what is hot. */
const WARM_UP = 12;
const BODY = JSON.stringify({ nick: `n${COUNTER}` });

const skip = noPostgres === false ? missingPrograms(['nats-server']) : noPostgres;

const engines = (world: World) => world.shared('engines', () => BenchEngines.start());

/** Nodes over a separate database; rows share them. */
async function nodes(world: World, count: number): Promise<ServiceGroup> {
  const started = await engines(world);
  const start = () => ServiceGroup.overPostgres(world.checkout, started, count);
  return world.shared(`${count} nodes`, start);
}

/** Three clusters of one node over the same engines: as many processes as three nodes, which share no guilds and events. */
async function clusters(world: World): Promise<readonly ServiceGroup[]> {
  const groups: ServiceGroup[] = [];
  for (let number = 1; number <= 3; number += 1) {
    const started = await engines(world);
    const start = () => ServiceGroup.overPostgres(world.checkout, started, 1);
    groups.push(await world.shared(`cluster ${number} of one node`, start));
  }
  return groups;
}

/** Requests to a process about guilds, in turn. */
function patchNick(group: ServiceGroup, to: GroupMember, guilds = to.guilds): HttpRequest {
  const paths = guilds.map(({ id }) => `/guilds/${id}/members/@me/nick`);
  return group.request(to, 'PATCH', paths, BODY);
}

/** A load of changes on all processes of groups. @param options.guildsOf what the requests to a process are about */
async function changes(
  world: World,
  name: string,
  groups: readonly ServiceGroup[],
  { guildsOf = ({ guilds }: GroupMember) => guilds, isInPostgres = true } = {},
): Promise<Subject> {
  const [request, ...others] = groups.flatMap((group) =>
    group.members.map((member) => patchNick(group, member, guildsOf(member))),
  );
  if (request === undefined) throw new TypeError('groups without processes');
  const server = groups.flatMap(({ members }) => members);
  const connections = CONNECTIONS * server.length;
  return loadSubject(world, {
    name,
    server,
    ...(isInPostgres && { database: (await engines(world)).postgres }),
    load: { kind: 'http', request, others, connections },
  });
}

/** What PostgreSQL and the cluster cost beside SQLite, on the same disk. */
const overPostgres: Row = {
  name: 'cluster: durable PATCH nick over PostgreSQL',
  skip,
  warmUp: WARM_UP,
  goals: [],
  async open(world) {
    const started = await engines(world);
    const alone = await world.own(ServiceGroup.overPostgres(world.checkout, started, 0));
    const sqlite = await world.own(ServiceGroup.overSqlite(world.checkout));
    return [
      await changes(world, 'Guildhall, one node', [await nodes(world, 1)]),
      await changes(world, 'without --node', [alone]),
      await changes(world, 'over SQLite', [sqlite], { isInPostgres: false }),
    ];
  },
};

/** Three nodes do as much with the same CPU time as one: four fifths of it. */
const LINEAR: Goal = { measure: 'cpu', against: 'one node', atMost: 1 / 0.8 };

function spreadRow(name: string, areGuildsKnown: boolean): Row {
  return {
    name,
    skip,
    warmUp: WARM_UP,
    goals: [LINEAR],
    async open(world) {
      const three = await nodes(world, 3);
      const guildsOf = (member: GroupMember) => (areGuildsKnown ? member.guilds : three.guilds);
      return [
        await changes(world, 'Guildhall, three nodes', [three], { guildsOf }),
        await changes(world, 'one node', [await nodes(world, 1)]),
        await changes(world, 'three clusters of one node', await clusters(world)),
      ];
    },
  };
}

const NEAR: Goal = { measure: 'p50', against: 'to the owner', as: 'difference', atMost: 1 };

/** One request at a time, to the owner of a guild and to another node. */
function forwardedRow(name: string, method: string, path: (guild: string) => string, body?: string): Row {
  return {
    name,
    skip,
    warmUp: WARM_UP,
    goals: [NEAR],
    async open(world) {
      const group = await nodes(world, 3);
      const [owner, other] = group.pair;
      const paths = owner.guilds.map(({ id }) => path(id));
      const subject = async (subjectName: string, to: GroupMember) =>
        loadSubject(world, {
          name: subjectName,
          server: group.members,
          database: (await engines(world)).postgres,
          load: {
            kind: 'http',
            request: group.request(to, method, paths, body),
            connections: 1,
            isTimed: true,
          },
        });
      return [await subject('Guildhall, to another node', other), await subject('to the owner', owner)];
    },
  };
}

/** From the request that posts a message to its event at a session. */
const eventRow: Row = {
  name: 'cluster: MESSAGE_CREATE on another node',
  skip,
  warmUp: WARM_UP,
  goals: [{ measure: 'p50', against: 'on the owner', as: 'difference', atMost: 1 }],
  async open(world) {
    const group = await nodes(world, 3);
    const [owner, other] = group.pair;
    const channels = owner.guilds.map(({ channelId }) => `/channels/${channelId}/messages`);
    const trigger = group.request(owner, 'POST', channels, JSON.stringify({ content: `hello ${COUNTER}` }));
    const subject = (name: string, at: GroupMember) =>
      loadSubject(world, {
        name,
        server: group.members,
        load: {
          kind: 'fan-out',
          targets: [group.gatewayTarget(at)],
          marker: '"t":"MESSAGE_CREATE"',
          trigger,
          isTimed: true,
        },
      });
    return [await subject('Guildhall, another node', other), await subject('on the owner', owner)];
  },
};

/** Services over PostgreSQL and NATS that the rows start; `npm run bench -- cluster` measures these alone. */
export const clusterRows: readonly Row[] = [
  overPostgres,
  spreadRow('cluster: durable PATCH nick on three nodes, sent to the owners', true),
  spreadRow('cluster: durable PATCH nick on three nodes, sent to any', false),
  forwardedRow(
    'cluster: forwarded PATCH nick',
    'PATCH',
    (guild) => `/guilds/${guild}/members/@me/nick`,
    BODY,
  ),
  forwardedRow('cluster: forwarded GET guild', 'GET', (guild) => `/guilds/${guild}`),
  eventRow,
];
