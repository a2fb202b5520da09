import { hostileRequest } from '../../rpc/fuzz/hostile-request.js';
import type { Attack } from '../attackers/attack.js';
import type { Scenario } from '../attackers/scenario.js';
import { closingRequest, statusOf } from '../attackers/wire.js';
import { HTTP_PORTS } from '../target.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'] as const;
const PATHS = [
  ...['/', '/rpc', '/api/users/@me', '/api/status', '/api/consents', '/session', '/oauth2/authorize'],
  ...['/api/oauth2/token', '/cdn/icons/1/2.jpg', '/users/@me', '/gateway', '/api/stop', '/main.js'],
] as const;
/** Targets outside of a folder, or of the server. */
const TRAVERSALS = [
  ...['/../../../../etc/passwd', '/%2e%2e/%2e%2e/%2e%2e/etc/passwd', '/..%2f..%2f..%2fetc%2fpasswd'],
  ...['/cdn/icons/../../../etc/passwd', '/cdn/icons/1/..%5c..%5cetc%5cpasswd', '//etc/passwd'],
  ...['/guilds/../oauth2/applications/@me', '/users/@me/../../oauth2/@me', '/guilds/%2e%2e/users/1'],
  ...['http://evil.example/users/@me', 'https://127.0.0.1/api', '/\\..\\..\\etc\\passwd', '/%00', '*'],
] as const;
const ORIGINS = [
  'https://evil.example',
  'null',
  'http://localhost:1',
  'http://127.0.0.1.evil.example',
] as const;
const HOSTS = [
  'evil.example',
  '127.0.0.1.evil.example',
  'localhost.evil.example:80',
  '',
  '[::1',
  'a@b',
] as const;

/** Runs an action on the HTTP ports in turn. @param perSecond how many times over all of them */
function onEachPort(
  attack: Attack,
  perSecond: number,
  action: (port: number, attack: Attack) => unknown,
): Promise<void> {
  let turn = 0;
  return attack.repeat(perSecond, () => {
    turn += 1;
    return action(attack.target[HTTP_PORTS[turn % HTTP_PORTS.length] ?? 'rpcPort'], attack);
  });
}

/** Complete requests for what the sender may not have, on every HTTP port. */
export const HTTP_REQUEST_SCENARIOS: readonly Scenario[] = [
  {
    name: 'http-hostile-requests',
    attacker: 'application',
    summary: 'odd methods, targets, headers and framings with a valid token',
    run: (attack) =>
      onEachPort(attack, 150, (port) =>
        attack.exchange(port, hostileRequest(attack.random, port, attack.target.own.accessToken)),
      ),
  },
  {
    name: 'http-method-confusion',
    attacker: 'program',
    summary: 'every method on every path, with overrides',
    run: (attack) =>
      onEachPort(attack, 150, (port) => {
        const override = { 'X-HTTP-Method-Override': attack.random.pick(METHODS) };
        const path = attack.random.pick(PATHS);
        return attack.exchange(port, closingRequest(port, attack.random.pick(METHODS), path, override));
      }),
  },
  {
    name: 'http-path-traversal',
    attacker: 'program',
    summary: 'paths outside of the page files, the images or the proxied routes',
    run: (attack) =>
      onEachPort(attack, 150, async (port) => {
        const path = attack.random.pick(TRAVERSALS);
        const bearer = { Authorization: `Bearer ${attack.target.own.accessToken}` };
        const answer = await attack.exchange(port, closingRequest(port, 'GET', path, bearer));
        if (/root:|"rpc_origins"/.test(answer)) attack.breach(`GET ${path} was served`);
      }),
  },
  {
    name: 'http-foreign-hosts',
    attacker: 'web page',
    summary: 'foreign names that resolve to 127.0.0.1 (DNS rebinding)',
    run: (attack) =>
      onEachPort(attack, 150, async (port) => {
        const headers = { Host: attack.random.pick(HOSTS) };
        const answer = await attack.exchange(
          port,
          closingRequest(port, 'GET', attack.random.pick(PATHS), headers),
        );
        const status = statusOf(answer) ?? 0;
        if (status >= 200 && status < 300) attack.breach(`Host ${headers.Host} got ${status}`);
      }),
  },
  {
    name: 'http-foreign-origins',
    attacker: 'web page',
    summary: 'requests of foreign pages, as browsers mark them',
    run: (attack) =>
      onEachPort(attack, 150, async (port) => {
        const path = attack.random.pick(PATHS);
        const headers = { Origin: attack.random.pick(ORIGINS), 'Sec-Fetch-Site': 'cross-site' };
        const answer = await attack.exchange(port, closingRequest(port, 'GET', path, headers));
        if (statusOf(answer) === 200 && !path.startsWith('/cdn/')) attack.breach(`${path} got 200`);
      }),
  },
];
