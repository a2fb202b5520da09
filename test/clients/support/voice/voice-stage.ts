import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Certificate } from '../../../helpers/certificate.js';
import type { Person, TestApplication } from '../../../helpers/service.js';
import { toBytes, toStereo } from '../../../helpers/sound/edit.js';
import { RemoteVoiceBot } from './remote-voice-bot.js';
import type { VoiceLibrary } from './voice-bot-process.js';
import { VoiceGuild } from './voice-guild.js';

export type Games = readonly [TestApplication, ...TestApplication[]];

/** A service whose voice endpoint uses TLS. */
export interface VoiceService {
  /** of REST, with TLS and without */
  readonly tlsUrl: string;
  readonly plainUrl: string;
  readonly certificate: Certificate;
  readonly person: Person;
  /** one for each library */
  readonly games: Games;
}

/** A guild of a person, and bots in processes of their own, which trust the certificate of the voice endpoint. */
export interface VoiceStage {
  readonly person: Person;
  readonly guild: VoiceGuild;
  readonly bots: readonly RemoteVoiceBot[];
  /** Writes a file that the bots can play. @param sound mono at 48 kHz */
  writeSound(name: string, sound: Int16Array): Promise<string>;
}

/** Libraries that need REST over TLS; the others are given the plain address. */
const TLS_ONLY: ReadonlySet<VoiceLibrary> = new Set(['discord.js 12', 'discord.js 13']);

/**
 * Sets a stage.
 *
 * @param libraries of the bots
 * @param toStop gets what stops its parts, also if a later one does not start
 */
export async function setStage(
  { certificate, games, person, plainUrl, tlsUrl }: VoiceService,
  libraries: readonly VoiceLibrary[],
  toStop: (() => unknown)[],
): Promise<VoiceStage> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-voice-'));
  toStop.push(() => rm(folder, { recursive: true, force: true }));
  const guild = await VoiceGuild.create(plainUrl, person, games);
  const bots: RemoteVoiceBot[] = [];
  for (const [index, library] of libraries.entries()) {
    const { id, token } = games[index]?.bot ?? assert.fail('each game has a bot');
    const login = { apiUrl: TLS_ONLY.has(library) ? tlsUrl : plainUrl, token, id };
    const bot = await RemoteVoiceBot.login(library, login, folder, certificate.trust);
    toStop.push(() => bot.stop());
    bots.push(bot);
  }
  const writeSound = async (name: string, sound: Int16Array) => {
    const path = join(folder, name);
    await writeFile(path, toBytes(toStereo(sound)));
    return path;
  };
  return { person, guild, bots, writeSound };
}

/** Repeats what makes one. */
export async function makeGames(count: number, make: () => Promise<TestApplication>): Promise<Games> {
  const games: [TestApplication, ...TestApplication[]] = [await make()];
  while (games.length < count) games.push(await make());
  return games;
}
