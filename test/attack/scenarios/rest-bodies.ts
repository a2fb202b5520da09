import { dataUri, jpeg } from '../../api/support/jpeg.js';
import type { Attack } from '../attackers/attack.js';
import type { Scenario } from '../attackers/scenario.js';
import { closingRequest } from '../attackers/wire.js';
import { deepJson } from './hostile-values.js';

/** About the largest body that the service accepts. */
const BODY_BYTES = 1_000_000;

/** Sends bodies as the attacker's bot, to an operation that it may use. */
function sendAsBot(
  attack: Attack,
  perSecond: number,
  [method, path]: readonly [string, string],
  body: () => string | Buffer,
  type = 'application/json',
): Promise<void> {
  const { apiPort, own } = attack.target;
  const headers = { Authorization: `Bot ${own.botToken}`, 'Content-Type': type };
  return attack.repeat(
    perSecond,
    () => attack.exchange(apiPort, closingRequest(apiPort, method, `/api${path}`, headers, body())),
    8,
  );
}

const ROLES = JSON.stringify(Array.from({ length: BODY_BYTES / 2 - 10 }, () => 1));
const MEMBERS = JSON.stringify(Array.from({ length: BODY_BYTES / 40 }, () => ({ id: '1', position: 'x' })));

/** Invalid images, and images that claim to be huge. */
function hostileImage(attack: Attack): string {
  const { random } = attack;
  const image = random.pick<() => Buffer>([
    () => jpeg(65_535, 65_535),
    () => Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(700_000, 0xff)]),
    () => Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(700_000, Buffer.from([0xff, 0xe0, 0, 2]))]),
    () => random.mutate(jpeg(128, 128)),
    () => jpeg(128, 128, 'x'.repeat(60_000)),
  ])();
  return JSON.stringify({ icon: dataUri(image) });
}

function multipart(attack: Attack): string {
  const part = '--b\r\nContent-Disposition: form-data; name="content"\r\n\r\nx\r\n';
  const head = `--b\r\n${'X: y\r\n'.repeat(10_000)}\r\n`;
  return attack.random.pick([part.repeat(10_000), head, '--b'.repeat(100_000), `${part}--b--`]);
}

/** Expensive bodies from a bot that owns its guild. */
export const REST_BODY_SCENARIOS: readonly Scenario[] = [
  {
    name: 'rest-wide-bodies',
    attacker: 'application',
    summary: 'PATCH of roles and channels with a megabyte of elements',
    run: (attack) =>
      sendAsBot(attack, 10, ['PATCH', `/guilds/${attack.target.own.guildId}/roles`], () =>
        attack.random.pick([ROLES, MEMBERS]),
      ),
  },
  {
    name: 'rest-deep-bodies',
    attacker: 'application',
    summary: 'JSON of a megabyte of brackets',
    run: (attack) =>
      sendAsBot(attack, 10, ['PATCH', `/guilds/${attack.target.own.guildId}`], () =>
        deepJson(attack.random, BODY_BYTES),
      ),
  },
  {
    name: 'rest-images',
    attacker: 'application',
    summary: 'invalid icons, and icons that claim 4 gigapixels',
    run: (attack) =>
      sendAsBot(attack, 15, ['PATCH', `/guilds/${attack.target.own.guildId}`], () => hostileImage(attack)),
  },
  {
    name: 'rest-multipart',
    attacker: 'application',
    summary: 'messages of thousands of parts',
    run: (attack) =>
      sendAsBot(
        attack,
        20,
        ['POST', `/channels/${attack.target.own.textId}/messages`],
        () => multipart(attack),
        'multipart/form-data; boundary=b',
      ),
  },
  {
    name: 'rest-messages',
    attacker: 'application',
    summary: 'messages of 2,000 characters with a hundred mentions, 30 a second',
    run: (attack) =>
      sendAsBot(attack, 30, ['POST', `/channels/${attack.target.own.textId}/messages`], () =>
        JSON.stringify({ content: '<@1>'.repeat(500) }),
      ),
  },
];
