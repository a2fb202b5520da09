import Type, { type Static } from 'typebox';
import { orderChannels } from '../../client/chat/channel-order.js';
import type { ChatState, GuildView } from '../../client/chat/state.js';
import { PrivateFileWriter } from '../../platform/files/private-file.js';
import { readFileIfExists } from '../../platform/files/text-file.js';
import type { Logger } from '../../platform/log.js';
import { readJson } from '../../platform/text/parse-json.js';
import { toVisibleText } from '../../platform/text/visible-text.js';
import { CHANNEL_TYPES, type ChannelType } from '../../protocol/objects/channel.js';
import { Enumeration, Nullable, SnowflakeSchema, validator } from '../../protocol/schema.js';
import { isSnowflake, type Snowflake } from '../../protocol/snowflake.js';
import { ControlError } from '../errors.js';

/** What can be named in a guild. */
const KINDS = {
  CHANNEL: 'channel',
  TEXT_CHANNEL: 'text channel',
  VOICE_CHANNEL: 'voice channel',
  CATEGORY: 'category',
  ROLE: 'role',
  MEMBER: 'member',
} as const;
export type NamedKind = (typeof KINDS)[keyof typeof KINDS];

/** The type of the channels of a kind; of `channel` any. */
const CHANNEL_TYPE_OF: ReadonlyMap<NamedKind, ChannelType> = new Map([
  [KINDS.TEXT_CHANNEL, CHANNEL_TYPES.GUILD_TEXT],
  [KINDS.VOICE_CHANNEL, CHANNEL_TYPES.GUILD_VOICE],
  [KINDS.CATEGORY, CHANNEL_TYPES.GUILD_CATEGORY],
]);

/** The most things that an error names. */
const MAX_NAMED = 10;

/** How a person names something: an id, a name, or `GUILD/NAME`. */
const NameSchema = Type.String({ maxLength: 300 });

/** A guild, or something in one, as a person names it. */
export const WantedSchema = Type.Object({
  /** `new`: something that does not exist yet, whose guild is looked for */
  kind: Enumeration({ ...KINDS, GUILD: 'guild', NEW: 'new' }),
  /** null, only for `guild`: the guild that was used last, or the only one */
  name: Nullable(NameSchema),
  /** the guild it is in; null: any */
  guild: Nullable(NameSchema),
  /** for what cannot be undone: of equal names none counts, also not the one in the guild that was used last */
  must_be_clear: Type.Optional(Type.Boolean()),
});
export type Wanted = Static<typeof WantedSchema>;

/** What has the name. */
export const NamedSchema = Type.Object({
  /** null for `new` */
  id: Nullable(SnowflakeSchema),
  /** without the name of the guild */
  name: Type.String(),
  guild: Type.Object({ id: SnowflakeSchema, name: Type.String() }),
});
export type Named = Static<typeof NamedSchema>;

const lastGuild = validator(Type.Object({ version: Type.Literal(1), guild: SnowflakeSchema }));

interface Candidate {
  readonly id: Snowflake;
  readonly names: readonly string[];
  readonly guild: GuildView;
}

/** Finds the person's guilds and what is in them by names. Of equal names, those in the guild used last count. */
export class GuildNames {
  /** null: none was used yet */
  #lastUsed: Snowflake | null = null;
  /** where the guild that was used last is kept; null: nowhere */
  #file: { readonly writer: PrivateFileWriter; readonly log: Logger } | null = null;

  constructor(private readonly state: Pick<ChatState, 'channels' | 'guilds'>) {}

  /** Keeps the guild that was used last in a file. That the file is damaged, or cannot be written, is logged. */
  static async open(
    state: Pick<ChatState, 'channels' | 'guilds'>,
    path: string,
    log: Logger,
  ): Promise<GuildNames> {
    const names = new GuildNames(state);
    const text = await readFileIfExists(path);
    const saved = text === null ? null : readJson(text, lastGuild);
    if (text !== null && saved === null) log.warn({ path }, 'ignored a damaged file of the last guild');
    names.#lastUsed = saved?.guild ?? null;
    names.#file = { writer: await PrivateFileWriter.open(path), log };
    return names;
  }

  /** @throws {ControlError} `not_found`, or `refused` if several have the name; the hint names them with their ids */
  find({ must_be_clear, ...wanted }: Wanted): Named {
    const search = new NameSearch(this.state, must_be_clear === true ? null : this.#lastUsed);
    const found = search.find(wanted);
    this.use(found.guild.id);
    return found;
  }

  /** Makes a guild the one that was used last. */
  use(guildId: Snowflake): void {
    if (guildId === this.#lastUsed) return;
    this.#lastUsed = guildId;
    const { log, writer } = this.#file ?? {};
    writer
      ?.write(`${JSON.stringify({ version: 1, guild: guildId })}\n`)
      .catch((error: unknown) => log?.warn({ err: error }, 'failed to save the last guild'));
  }

  /** Resolves when everything is written. */
  async flush(): Promise<void> {
    await this.#file?.writer.flush();
  }
}

/** One search in the person's guilds. */
class NameSearch {
  constructor(
    private readonly state: Pick<ChatState, 'channels' | 'guilds'>,
    /** the guild that counts of equal names; null: none */
    private readonly preferred: Snowflake | null,
  ) {}

  find({ kind, name, guild }: Wanted): Named {
    if (kind === 'guild') return toNamed(name === null ? this.#currentGuild() : this.#guild(name));
    if (kind === 'new') return this.#place(name ?? '', guild);
    const { id, guild: itsGuild, names } = this.#inGuilds(kind, name ?? '', guild);
    return { ...toNamed(itsGuild), id, name: names[0] ?? '' };
  }

  /** The guild with this id or name. */
  #guild(wanted: string): GuildView {
    const guilds = this.state.guilds();
    const candidates = guilds.map((guild) => ({ id: guild.id, names: [guild.name], guild }));
    const [found, ...others] = select(candidates, wanted);
    if (found === undefined) {
      const hint = guilds.length === 0 ? NO_GUILDS : `Your guilds: ${listGuilds(guilds)}`;
      throw new ControlError('not_found', `there is no guild ${wanted} that you are in`, hint);
    }
    if (others.length === 0) return found.guild;
    const last = [found, ...others].find(({ id }) => id === this.preferred);
    if (last !== undefined) return last.guild;
    const named = listGuilds([found, ...others].map((one) => one.guild));
    throw new ControlError('refused', `several guilds are named ${wanted}`, `Name one by its id: ${named}`);
  }

  /** The guild that was used last, or the only one. */
  #currentGuild(): GuildView {
    const guilds = this.state.guilds();
    const last = guilds.find(({ id }) => id === this.preferred);
    const [only, ...others] = guilds;
    if (last !== undefined) return last;
    if (only === undefined) throw new ControlError('not_found', 'you are in no guild', NO_GUILDS);
    if (others.length === 0) return only;
    const hint = `Name it with --guild, or write GUILD/NAME. Your guilds: ${listGuilds(guilds)}`;
    throw new ControlError('refused', 'you are in several guilds, and none was named', hint);
  }

  /** Where something new is to be made, with its name. */
  #place(name: string, guild: string | null): Named {
    if (guild !== null) return { ...toNamed(this.#guild(guild)), id: null, name };
    const guilds = this.state.guilds();
    // Of `Team` and `Team/ops` the longer one is meant: the names of most channels have no slash.
    for (const [prefix, rest] of splits(name).reverse()) {
      const isKnown = guilds.some((one) => isSameName(one.name, prefix) || one.id === prefix);
      if (isKnown) return { ...toNamed(this.#guild(prefix)), id: null, name: rest };
    }
    return { ...toNamed(this.#currentGuild()), id: null, name };
  }

  /** What has the name as a whole, and as `GUILD/NAME`. */
  #matches(kind: NamedKind, wanted: string, guild: string | null) {
    const all = (guild === null ? this.state.guilds() : [this.#guild(guild)]).flatMap((one) =>
      this.#candidates(kind, one),
    );
    const choose = kind === 'member' ? selectInAnyLetters : select;
    const whole = choose(all, wanted);
    const prefixed = (guild === null ? splits(wanted) : []).flatMap(([prefix, rest]) =>
      choose(
        all.filter(({ guild: { id, name } }) => isSameName(name, prefix) || id === prefix),
        rest,
      ),
    );
    return { all, whole, prefixed };
  }

  #inGuilds(kind: NamedKind, wanted: string, guild: string | null): Candidate {
    const { all, whole, prefixed } = this.#matches(kind, wanted, guild);
    const found = [...new Set([...whole, ...prefixed])];
    const [first, ...others] = found;
    if (first === undefined) {
      const other = CHANNEL_TYPE_OF.has(kind) ? this.#otherType(wanted, guild) : undefined;
      return this.#unknown(kind, wanted, guild) ?? refuseMissing(kind, wanted, all, other);
    }
    if (others.length === 0) return first;
    const [last, ...more] = found.filter((one) => one.guild.id === this.preferred);
    // Somebody could name themselves GUILD/NAME.
    const isClear = whole.length === 0 || prefixed.length === 0;
    if (isClear && last !== undefined && more.length === 0) return last;
    // A member has the same id in each guild.
    const isOne = others.every(({ id }) => id === first.id);
    const choice = isOne ? 'Name the guild with --guild' : 'Name one by its id';
    const hint = `${choice}, or write GUILD/NAME: ${listCandidates(found)}`;
    if (isOne) throw new ControlError('refused', `${wanted} is a ${kind} of several guilds`, hint);
    throw new ControlError('refused', `several ${plural(kind)} are named ${wanted}`, hint);
  }

  /** The type of the channel that has the name, if there is one. */
  #otherType(wanted: string, guild: string | null): NamedKind | undefined {
    return [...CHANNEL_TYPE_OF.keys()].find((kind) => {
      const { prefixed, whole } = this.#matches(kind, wanted, guild);
      return whole.length + prefixed.length > 0;
    });
  }

  /** A user by id: the client does not know all members of a large guild, and those who were banned are none. */
  #unknown(kind: NamedKind, wanted: string, guild: string | null): Candidate | null {
    if (kind !== 'member' || !isSnowflake(wanted)) return null;
    return {
      id: wanted,
      names: [wanted],
      guild: guild === null ? this.#currentGuild() : this.#guild(guild),
    };
  }

  #candidates(kind: NamedKind, guild: GuildView): Candidate[] {
    if (kind === 'role')
      return [...guild.roles.values()].map(({ id, name }) => ({ id, names: [name], guild }));
    if (kind === 'member') {
      return [...guild.members.values()].map(({ nick, user: { id, username, discriminator } }) => ({
        id,
        guild,
        names: [username, `${username}#${discriminator}`, ...(nick ? [nick] : [])],
      }));
    }
    const type = CHANNEL_TYPE_OF.get(kind);
    return orderChannels(this.state.channels(guild.id))
      .filter((channel) => type === undefined || channel.type === type)
      .map(({ id, name }) => ({ id, names: [name ?? ''], guild }));
  }
}

const NO_GUILDS = 'Create one with: guildhall guilds create NAME. Or join one: guildhall invites accept CODE';

function toNamed({ id, name }: GuildView): Named & { readonly id: Snowflake } {
  return { id, name, guild: { id, name } };
}

/** What can only be an id: somebody could take the id of another, or of what is gone, as a name. */
const ID = /^\d{15,20}$/;

/** What has an id and names. */
interface Identified {
  readonly id: Snowflake;
  readonly names: readonly string[];
}

/** Those with this id, else with this name, in the same letters if there are any. */
function select<One extends Identified>(candidates: readonly One[], wanted: string): readonly One[] {
  const found = selectInAnyLetters(candidates, wanted);
  const bare = withoutSign(wanted);
  const exact = found.filter(
    ({ id, names }) => id === wanted || names.includes(wanted) || names.includes(bare),
  );
  return exact.length > 0 ? exact : found;
}

/** Those with this id, else with this name, in any letters: of users, one could take the name of another in other letters. */
export function selectInAnyLetters<One extends Identified>(
  candidates: readonly One[],
  wanted: string,
): readonly One[] {
  const byId = candidates.filter(({ id }) => id === wanted);
  if (byId.length > 0 || ID.test(wanted)) return byId;
  const wantedNames = [wanted, withoutSign(wanted)];
  return candidates.filter(({ names }) =>
    names.some((name) => wantedNames.some((one) => isSameName(name, one))),
  );
}

function withoutSign(name: string): string {
  return name.replace(/^[#@]/, '');
}

function isSameName(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase();
}

/** `a/b/c` as `a` and `b/c`, and as `a/b` and `c`: names may contain slashes. */
function splits(name: string): [prefix: string, rest: string][] {
  return [...name.matchAll(/\//g)].map(({ index }) => [name.slice(0, index), name.slice(index + 1)]);
}

/** @param other the kind of what has the name, if it is another one */
function refuseMissing(
  kind: NamedKind,
  wanted: string,
  all: readonly Candidate[],
  other: NamedKind | undefined,
): never {
  const hint =
    all.length === 0
      ? `You are in no guild with a ${kind}.`
      : `${capitalize(plural(kind))}: ${listCandidates(all)}`;
  const what = other === undefined ? '' : `; ${wanted} is a ${other}`;
  throw new ControlError('not_found', `there is no ${kind} ${wanted}${what}`, hint);
}

function listGuilds(guilds: readonly GuildView[]): string {
  return list(guilds.map(({ id, name }) => `${toVisibleText(name)} (${id})`));
}

function listCandidates(all: readonly Candidate[]): string {
  return list(
    all.map(({ guild, id, names }) => `${toVisibleText(`${guild.name}/${names[0] ?? ''}`)} (${id})`),
  );
}

function list(entries: readonly string[]): string {
  const more = entries.length - MAX_NAMED;
  return `${entries.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function plural(kind: NamedKind): string {
  return kind === 'category' ? 'categories' : `${kind}s`;
}

function capitalize(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** Sorts as people sort names, in place. */
export function sortByName<T>(items: T[], nameOf: (item: T) => string): T[] {
  // Much faster than `localeCompare` for large guilds. Not shared: the first one takes milliseconds, which a start need not
  // wait for; each further one takes microseconds.
  const { compare } = new Intl.Collator();
  return items.sort((a, b) => compare(nameOf(a), nameOf(b)));
}
