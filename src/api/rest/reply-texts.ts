import type { GuildState } from '../../guilds/state.js';
import { thenOrNow } from '../../platform/async/then-or-now.js';
import type { Declared } from '../../protocol/declaration/declared.js';
import type { UserDirectory } from '../accounts/user-directory.js';
import { JsonText } from '../core/http/handler-result.js';
import type { ApiVersion } from '../versions/version.js';

/** The maximum length of all texts together, with what each takes besides, in bytes. */
const MAX_LENGTH = 32 * 1024 * 1024;

/**
 * What a text takes besides its characters, in bytes: its key, headers and entry. Callers choose the keys of pages, and may
 * read empty ones without end.
 */
const OVERHEAD = 600;

/** The maximum length of one text: longer ones displace too many others. */
const MAX_LENGTH_OF_ONE = MAX_LENGTH / 64;

/** Identifies a reply among those that show a guild. */
export interface ReplyKey {
  readonly operation: Declared;
  readonly version: ApiVersion;
  /** identifies it among the replies of the operation */
  readonly subject: unknown;
}

/** The texts of a guild in one state. */
class GuildTexts {
  readonly byOperation = new Map<Declared, Map<ApiVersion, Map<unknown, JsonText>>>();
  length = 0;

  constructor(
    readonly guildRevision: number,
    readonly usersRevision: number,
  ) {}
}

/**
 * A cache of replies that show a guild, as JSON text (docs/adr/0027-rest-without-framework.md). A text is valid while
 * the guild and the known users have the revision that they had when it was made: nothing has to be removed when
 * something changes. Of all texts, those of the guild that was read first are dropped when they are too long together.
 */
export class ReplyTexts {
  readonly #guilds = new WeakMap<GuildState, GuildTexts>();
  /** those that have texts, the oldest first */
  readonly #filled = new Set<GuildTexts>();
  #length = 0;

  constructor(
    private readonly users: Pick<UserDirectory, 'revision'>,
    private readonly maxLength = MAX_LENGTH,
  ) {}

  /**
   * The text of a reply that shows a guild, from the cache or made.
   *
   * @param make reads nothing that changes but the guild and the known users
   */
  of(guild: GuildState, key: ReplyKey, make: () => unknown): JsonText | Promise<JsonText> {
    const texts = this.#current(guild);
    const known = texts.byOperation.get(key.operation)?.get(key.version)?.get(key.subject);
    if (known !== undefined) return known;
    return thenOrNow(make(), (reply) => {
      const text = JsonText.from(JSON.stringify(reply));
      // Not if something changed while it was made.
      if (this.#current(guild) === texts) this.#keep(texts, key, text);
      return text;
    });
  }

  #current(guild: GuildState): GuildTexts {
    const texts = this.#guilds.get(guild);
    if (texts?.guildRevision === guild.revision && texts.usersRevision === this.users.revision) return texts;
    if (texts !== undefined) this.#drop(texts);
    const empty = new GuildTexts(guild.revision, this.users.revision);
    this.#guilds.set(guild, empty);
    return empty;
  }

  #keep(texts: GuildTexts, { operation, version, subject }: ReplyKey, text: JsonText): void {
    if (text.bytes.length > MAX_LENGTH_OF_ONE) return;
    const length = text.bytes.length + OVERHEAD;
    const versions = texts.byOperation.get(operation) ?? new Map<ApiVersion, Map<unknown, JsonText>>();
    const subjects = versions.get(version) ?? new Map<unknown, JsonText>();
    texts.byOperation.set(operation, versions.set(version, subjects.set(subject, text)));
    texts.length += length;
    this.#length += length;
    this.#filled.add(texts);
    for (const oldest of this.#filled) {
      if (this.#length <= this.maxLength) return;
      this.#drop(oldest);
    }
  }

  #drop(texts: GuildTexts): void {
    this.#filled.delete(texts);
    this.#length -= texts.length;
    texts.length = 0;
    texts.byOperation.clear();
  }
}
