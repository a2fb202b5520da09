import { ControlClient } from '#guildhall/control/control-client.js';
import { getStatus } from '#guildhall/control/operations/status.js';
import { homeFiles } from '#guildhall/platform/home.js';
import { toSessionHeaders } from '../../control/console-session.js';
import { type Answer, type Sent, send } from '../../control/http.js';
import { type CanaryTarget, type Probe, UnservedError } from './probe.js';

/** Requests that each open a new connection, so that an attack that blocks new clients shows. */
export async function httpProbes(target: CanaryTarget): Promise<Probe[]> {
  const { accessToken, apiUrl, application, home, personToken, rpcPort } = target;
  const bearer = { authorization: `Bearer ${accessToken}` };
  const secret = new URLSearchParams({
    client_id: application.id,
    client_secret: application.secret,
    token: 'none',
  });
  const control = new ControlClient(homeFiles(home));
  const { origin: page } = new URL(target.consoleAddress);
  const consoleHeaders = await signIn(page, target);
  return [
    probe('rest', 200, () => fetchOk(`${apiUrl}/users/@me`, { headers: { authorization: personToken } })),
    probe('console', 200, () => fetchOk(`${page}/api/status`, { headers: consoleHeaders })),
    probe('proxy', 500, () => fetchOk(`http://127.0.0.1:${rpcPort}/users/@me`, { headers: bearer })),
    probe('control', 500, () => control.call(getStatus, {}, {})),
    probe('secret', 1000, () => postForm(`${apiUrl}/oauth2/token/revoke`, secret)),
  ];
}

function probe(name: string, everyMs: number, measure: () => Promise<unknown>): Probe {
  return { name, everyMs, measure: async () => void (await measure()), isConnected: () => null };
}

async function fetchOk(url: string, sent: Sent): Promise<Answer> {
  const answer = await send(url, { ...sent, headers: { connection: 'close', ...sent.headers } });
  if (answer.status === 200) return answer;
  throw new UnservedError(`${answer.status} ${answer.body.slice(0, 100)}`);
}

async function postForm(url: string, body: URLSearchParams): Promise<void> {
  const response = await fetch(url, { method: 'POST', body, headers: { connection: 'close' } });
  const text = await response.text();
  if (response.status !== 200) throw new UnservedError(`${response.status} ${text.slice(0, 100)}`);
}

/** Signs in to the console as the page does. @returns the headers of later requests */
async function signIn(
  origin: string,
  { consoleAddress }: CanaryTarget,
): Promise<Readonly<Record<string, string>>> {
  const code = new URL(consoleAddress).hash.replace('#code=', '');
  const answer = await send(`${origin}/session`, { method: 'POST', headers: { origin }, body: { code } });
  if (answer.status !== 200) throw new UnservedError(`console: ${answer.body}`);
  return toSessionHeaders(answer, origin);
}
