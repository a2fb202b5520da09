import { startApiService } from '#guildhall/api/start-api.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { createLogger } from '#guildhall/platform/log.js';

/** What a run of the service leaves for those who post to it, and for the next run. */
export interface Standing {
  readonly url: string;
  /** the bot's token */
  readonly bot: string;
  readonly channel: string;
}

/** Runs the API service alone over a store, with a bot and a channel to post to; prints one line when it serves. */
async function main(databasePath: string, earlier: Standing | null): Promise<void> {
  const api = await startApiService({
    databasePath,
    host: '127.0.0.1',
    port: 0,
    log: createLogger('error', process.stderr),
    clock: systemClock,
  });
  const standing =
    earlier === null ? await prepare(api.url, api.administration) : { ...earlier, url: api.url };
  process.stdout.write(`${JSON.stringify(standing)}\n`);
}

async function prepare(
  url: string,
  administration: Awaited<ReturnType<typeof startApiService>>['administration'],
): Promise<Standing> {
  const { bot } = await administration.createApplication({ name: 'Poster', bot: true, approved: true });
  const token = bot?.token ?? '';
  const headers = { authorization: `Bot ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'World', channels: [{ name: 'talk' }] });
  const made = await fetch(`${url}/guilds`, { method: 'POST', headers, body });
  const { id } = (await made.json()) as { id: string };
  const listed = await fetch(`${url}/guilds/${id}/channels`, { headers });
  const [channel] = (await listed.json()) as { id: string }[];
  return { url, bot: token, channel: channel?.id ?? '' };
}

const [databasePath = '', earlier = 'null'] = process.argv.slice(2);
await main(databasePath, JSON.parse(earlier));
