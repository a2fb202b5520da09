import { dirname, join } from 'node:path';
import { startApiService } from '#guildhall/api/compose/start-api.js';
import { allowAnyPeer } from '#guildhall/net/peer-check.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { createLogger } from '#guildhall/platform/log.js';
import type { CreatedApplication, PersonAccount } from '#guildhall/protocol/administration.js';
import { openStore } from '#guildhall/store/sqlite/open-store.js';

/** How the service is run. */
export interface RunOptions {
  readonly databasePath: string;
  /** how many applications with people around them are made before it serves */
  readonly casts: number;
  /** how far behind the machine's clock its own is, in milliseconds */
  readonly behind: number;
}

/** Those who use the service: an application with a bot, and people. */
export interface Cast {
  readonly application: CreatedApplication;
  readonly people: readonly (PersonAccount & { token: string })[];
}

/** What the process tells once it serves, in one line of JSON. */
export interface Serving {
  readonly url: string;
  readonly casts: readonly Cast[];
}

const PEOPLE = 6;

/** Runs the API service alone over a store. */
async function main({ databasePath, casts, behind }: RunOptions): Promise<void> {
  const { url, administration } = await startApiService({
    openStore: (onError) => openStore(databasePath, onError),
    attachmentsPath: join(dirname(databasePath), 'attachments'),
    host: '127.0.0.1',
    peers: allowAnyPeer,
    port: 0,
    restLimits: { bucketRequests: 1e9, globalRequests: 1e9, failedLogins: 1e9 },
    log: createLogger('fatal', process.stderr),
    clock: { ...systemClock, now: () => systemClock.now() - behind },
  });
  const made: Cast[] = [];
  for (let number = 0; number < casts; number++) {
    const application = await administration.createApplication({
      name: `Game ${number}`,
      redirect_uris: ['http://localhost:3000/callback'],
      bot: true,
      approved: true,
    });
    const people = [];
    for (let person = 0; person < PEOPLE; person++) people.push(await administration.createUser('Ada'));
    made.push({ application, people });
  }
  const serving: Serving = { url, casts: made };
  process.stdout.write(`${JSON.stringify(serving)}\n`);
}

await main(JSON.parse(process.argv[2] ?? ''));
