import type { Attack } from '../attackers/attack.js';
import type { Scenario } from '../attackers/scenario.js';
import { closingRequest, frameBytes, OPCODES, statusOf } from '../attackers/wire.js';
import type { PublicApplication } from '../target.js';

/** Connects as an application, sends one command and reads for a while. @returns the received frames */
async function ask(
  attack: Attack,
  application: PublicApplication,
  cmd: string,
  args: object,
): Promise<string> {
  const socket = attack.rpc(application);
  socket.write(frameBytes(OPCODES.TEXT, JSON.stringify({ cmd, args, nonce: '1' })));
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  await new Promise<void>((resolve) => {
    setTimeout(() => socket.destroy(), 150);
    socket.once('close', () => resolve());
  });
  for (const [, code = ''] of answer.matchAll(/"code":(\d{4})/g)) attack.count(`error ${code}`);
  return answer;
}

const AUTHORIZE = (application: PublicApplication) => ({
  client_id: application.id,
  scopes: ['rpc', 'identify'],
});

/** Requests over the RPC port for the person's attention, or in the name of honest applications. */
export const RPC_CONSENT_SCENARIOS: readonly Scenario[] = [
  {
    name: 'rpc-authorize-disconnect',
    attacker: 'program',
    summary: 'AUTHORIZE and disconnect, over and over, in the name of an honest application',
    run: (attack) =>
      attack.repeat(40, async () => {
        const answer = await ask(attack, attack.target.victim, 'AUTHORIZE', AUTHORIZE(attack.target.victim));
        if (/"code":"/.test(answer)) attack.breach('AUTHORIZE gave a code without the person');
      }),
  },
  {
    name: 'rpc-authorize-many',
    attacker: 'application',
    summary: 'AUTHORIZE with every set of scopes over one connection, waiting for the person',
    async run(attack) {
      const { own } = attack.target;
      const scopes = ['rpc', 'rpc.api', 'identify', 'messages.read', 'guilds', 'bot', 'email'];
      const payload = () => ({
        cmd: 'AUTHORIZE',
        nonce: String(attack.random.below(1e9)),
        args: { client_id: own.id, scopes: scopes.filter(() => attack.random.chance(0.5)) },
      });
      const connections = attack.hold(8, 40, () => attack.rpc(own));
      await attack.flood(connections, 200, () => frameBytes(OPCODES.TEXT, JSON.stringify(payload())));
    },
  },
  {
    name: 'rpc-unapproved',
    attacker: 'application',
    summary: 'AUTHORIZE and certified devices of an unapproved application',
    async run(attack) {
      const { rpcPort, unapproved } = attack.target;
      const target = `/rpc?v=1&client_id=${unapproved.id}`;
      await attack.repeat(40, async () => {
        const answer = await ask(attack, unapproved, 'AUTHORIZE', AUTHORIZE(unapproved));
        if (/"code":"/.test(answer)) attack.breach('an unapproved application got a code');
        const body = certifiedDevices(attack.random.below(1e9));
        const reply = await attack.exchange(
          rpcPort,
          closingRequest(rpcPort, 'POST', target, JSON_TYPE, body),
        );
        if (statusOf(reply) === 200 && /"evt":null/.test(reply)) {
          attack.breach('an unapproved application reported certified devices');
        }
      });
    },
  },
  {
    name: 'rpc-wrong-tokens',
    attacker: 'program',
    summary: 'AUTHENTICATE with guessed tokens',
    run: (attack) =>
      attack.repeat(60, async () => {
        const guess = { access_token: `guess-${attack.random.below(1e9)}` };
        const answer = await ask(attack, attack.target.victim, 'AUTHENTICATE', guess);
        if (/"expires"/.test(answer)) attack.breach('a guessed token was accepted');
      }),
  },
  {
    name: 'rpc-ids-probed',
    attacker: 'web page',
    summary: 'a page probes for registered client ids from its own origin',
    run: (attack) =>
      attack.repeat(100, () => {
        const id = attack.random.chance(0.5) ? attack.target.victim.id : String(attack.random.below(1e9));
        return ask(attack, { id, origin: 'https://evil.example' }, 'GET_GUILDS', {}).then((answer) => {
          if (answer.includes('READY')) attack.breach('a foreign origin got READY');
        });
      }),
  },
];

const JSON_TYPE = { 'Content-Type': 'application/json' };

function certifiedDevices(number: number): string {
  const id = `{${number}}`;
  const vendor = { name: 'Acme', url: 'https://acme.example' };
  const device = { type: 'audioinput', id, vendor, model: vendor, related: [], hardware_mute: true };
  return JSON.stringify({ cmd: 'SET_CERTIFIED_DEVICES', nonce: '1', args: { devices: [device] } });
}
