import type { Attack } from '../attackers/attack.js';
import type { Scenario } from '../attackers/scenario.js';
import { closingRequest, formPost, type Headers } from '../attackers/wire.js';

/** What a browser adds to a form that a foreign page submits. */
const CROSS_SITE: Headers = {
  Origin: 'https://evil.example',
  'Sec-Fetch-Site': 'cross-site',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Dest': 'document',
};

/** Guesses secrets of the honest application. */
function guessSecrets(attack: Attack, headers: Headers): Promise<void> {
  const { apiPort, victim } = attack.target;
  const paths = ['/api/oauth2/token', '/api/oauth2/token/rpc', '/api/oauth2/token/revoke'] as const;
  return attack.repeat(60, async () => {
    const guess = `guess-${attack.random.below(1e9)}`;
    const client_id = attack.random.chance(0.7) ? victim.id : String(attack.random.below(1e9));
    const fields = { client_id, client_secret: guess, grant_type: 'client_credentials', token: guess };
    const answer = await attack.exchange(
      apiPort,
      formPost(apiPort, attack.random.pick(paths), fields, headers),
    );
    if (/_token"/.test(answer)) attack.breach('a guessed secret was accepted');
  });
}

/** Requests to the OAuth2 endpoints, the authorize page and for guest accounts. */
export const OAUTH2_SCENARIOS: readonly Scenario[] = [
  {
    name: 'oauth2-forms-of-a-page',
    attacker: 'web page',
    summary: 'cross-site forms with wrong secrets in the name of an honest application',
    run: (attack) => guessSecrets(attack, CROSS_SITE),
  },
  {
    name: 'oauth2-wrong-secrets',
    attacker: 'program',
    summary: 'wrong secrets in the name of an honest application',
    run: (attack) => guessSecrets(attack, {}),
  },
  {
    name: 'oauth2-codes-guessed',
    attacker: 'application',
    summary: 'guessed codes and refresh tokens with a right secret',
    run(attack) {
      const { apiPort, own } = attack.target;
      return attack.repeat(60, async () => {
        const guess = `guess-${attack.random.below(1e9)}`;
        const grant_type = attack.random.pick(['authorization_code', 'refresh_token', 'password']);
        const named = { client_id: own.id, client_secret: own.secret, grant_type };
        const fields = { ...named, code: guess, refresh_token: guess, redirect_uri: 'x' };
        const answer = await attack.exchange(apiPort, formPost(apiPort, '/api/oauth2/token', fields));
        if (/"access_token"/.test(answer)) attack.breach('a guessed code was accepted');
      });
    },
  },
  {
    name: 'oauth2-authorize-page',
    attacker: 'web page',
    summary: 'the authorize page with invalid parameters, and its form without proof',
    run(attack) {
      const { apiPort, victim } = attack.target;
      return attack.repeat(80, async () => {
        const query = new URLSearchParams({
          client_id: attack.random.pick([victim.id, '0', 'x'.repeat(3000)]),
          response_type: attack.random.pick(['code', 'token', '__proto__']),
          scope: attack.random.pick(['rpc', 'identify '.repeat(800), '\u202e\0<script>']),
          redirect_uri: attack.random.pick(['https://evil.example', 'javascript:1', '']),
          state: attack.random.pick(['a', 's'.repeat(3000)]),
        });
        const path = `/api/oauth2/authorize?${query}`;
        const page = { Accept: 'text/html', ...CROSS_SITE };
        const answer = await attack.exchange(
          apiPort,
          attack.random.chance(0.5)
            ? closingRequest(apiPort, 'GET', path, page)
            : formPost(apiPort, path, { decision: 'allow', token: 'guess', proof: 'guess' }, page),
        );
        if (/\r\nlocation: (?:https:\/\/evil|javascript)/i.test(answer)) {
          attack.breach('the page sent a browser to an address that is not registered');
        }
      });
    },
  },
  {
    name: 'guest-accounts',
    attacker: 'program',
    summary: 'guest accounts with odd names, one after the other',
    run(attack) {
      const { apiPort } = attack.target;
      const names = ['guest', '\u202eguest', 'g'.repeat(5000), '__proto__'] as const;
      return attack.repeat(40, () => {
        const body = JSON.stringify({ username: attack.random.pick(names) });
        const type = { 'Content-Type': 'application/json' };
        return attack.exchange(apiPort, closingRequest(apiPort, 'POST', '/api/users/guests', type, body));
      });
    },
  },
];
