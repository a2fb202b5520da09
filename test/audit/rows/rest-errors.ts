import type { Request } from '../kernel/operation.js';
import type { Row, Table } from '../kernel/row.js';
import { between, is, object, text } from '../kernel/shape.js';
import { Stage } from '../kernel/stage.js';

const NOWHERE = '41771983423143937';

/** A request of the owner, a member or a stranger that is refused. */
interface Refusal {
  readonly line: string;
  readonly by: 'owner' | 'caller' | 'stranger' | 'nobody';
  readonly request: Request;
  /** 4xx where the specification does not say which */
  readonly status?: number;
  readonly code: number;
}

const REFUSALS: readonly Refusal[] = [
  { line: 'no token: 401', by: 'nobody', request: get('/guilds/{guild}'), status: 401, code: 0 },
  { line: 'unknown path: 404', by: 'owner', request: get('/nowhere'), status: 404, code: 0 },
  {
    line: 'caller not in the guild: 403, 50001',
    by: 'stranger',
    request: get('/guilds/{guild}'),
    status: 403,
    code: 50001,
  },
  {
    line: 'no permission: 403, 50013',
    by: 'caller',
    request: get('/guilds/{guild}/bans'),
    status: 403,
    code: 50013,
  },
  {
    line: 'unknown guild: 404, 10004',
    by: 'owner',
    request: get(`/guilds/${NOWHERE}`),
    status: 404,
    code: 10004,
  },
  {
    line: 'unknown member: 404, 10007',
    by: 'owner',
    request: get(`/guilds/{guild}/members/{newcomer}`),
    status: 404,
    code: 10007,
  },
  {
    line: 'unknown ban: 404, 10026',
    by: 'owner',
    request: get('/guilds/{guild}/bans/{target}'),
    status: 404,
    code: 10026,
  },
  {
    line: 'unknown role: 404, 10011',
    by: 'owner',
    request: { method: 'PATCH', path: `/guilds/{guild}/roles/${NOWHERE}`, body: { name: 'x' } },
    status: 404,
    code: 10011,
  },
  {
    line: 'unknown channel: 404, 10003',
    by: 'owner',
    request: get(`/channels/${NOWHERE}`),
    status: 404,
    code: 10003,
  },
  {
    line: 'unknown invite: 404, 10006',
    by: 'owner',
    request: get('/invites/nowhere'),
    status: 404,
    code: 10006,
  },
  {
    line: 'unknown integration: 404, 10005',
    by: 'owner',
    request: { method: 'DELETE', path: `/guilds/{guild}/integrations/${NOWHERE}` },
    status: 404,
    code: 10005,
  },
  {
    line: 'invalid body: 400, 50035, with the field and its fault',
    by: 'owner',
    request: { method: 'PATCH', path: '/guilds/{guild}', body: { name: 'x' } },
    status: 400,
    code: 50035,
  },
  {
    line: 'bad access token on Add guild member: 50025',
    by: 'owner',
    request: { method: 'PUT', path: '/guilds/{guild}/members/{newcomer}', body: { access_token: 'nobody' } },
    code: 50025,
  },
  {
    line: 'only bots: 403, 20002',
    by: 'caller',
    request: { method: 'POST', path: '/guilds', body: { name: 'Mine', channels: [], roles: [] } },
    status: 403,
    code: 20002,
  },
];

function get(path: string): Request {
  return { method: 'GET', path };
}

function refusalRow({ line, by, request, status, code }: Refusal): Row {
  return {
    line,
    async check(trial) {
      const stage = await Stage.make(trial);
      const { world } = trial;
      const tokens = { owner: stage.owner, caller: stage.caller.token, stranger: world.rival.bot };
      const { as, ...without } = stage.fill(request, by === 'nobody' ? '' : tokens[by]);
      const reply = await trial.rest(
        by === 'nobody' ? without : { ...without, ...(as === undefined ? {} : { as }) },
      );
      trial.expect(reply.status, status === undefined ? between(400, 403) : is(status), 'status');
      trial.expect(reply.body, object({ code: is(code), message: text }));
    },
  };
}

export const REST_ERRORS: Table = { title: 'Errors of the REST interface', rows: REFUSALS.map(refusalRow) };
