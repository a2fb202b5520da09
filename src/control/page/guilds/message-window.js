/** @typedef {import('../../guilds/guild-schemas.js').ShownMessage} ShownMessage */
/** @typedef {import('../../guilds/guild-schemas.js').MessagePage} MessagePage */

/** How many messages are shown at most. */
export const MAX_SHOWN = 150;
/** How many new messages are remembered while older ones are shown. */
const MAX_NEW = 50;

/** Which messages of a channel are shown: at most 150 that follow each other, somewhere between the oldest and the newest. */
export class MessageWindow {
  /** oldest first @type {readonly ShownMessage[]} */
  #shown = [];
  /** those that arrived while older ones are shown; null: the newest is shown @type {ShownMessage[] | null} */
  #arrived = null;
  /** whether all that arrived since older ones are shown is among them */
  #knowsArrived = true;
  /** what happened while messages are loaded; null: none are @type {Map<string, ShownMessage | null> | null} */
  #changes = null;
  #hasEarlier = false;

  get messages() {
    return this.#shown;
  }

  /** Whether there are older ones than those that are shown. */
  get hasEarlier() {
    return this.#hasEarlier;
  }

  /** Whether there are newer ones than those that are shown. */
  get hasLater() {
    return this.#arrived !== null;
  }

  /** Shows nothing, for another channel. */
  clear() {
    this.#shown = [];
    this.#arrived = null;
    this.#knowsArrived = true;
    this.#changes = null;
    this.#hasEarlier = false;
  }

  /**
   * Shows the newest messages. Those that were read before stay if the page continues them, e.g. after the daemon was
   * restarted.
   *
   * @param {MessagePage} page
   */
  showNewest({ messages, has_more }) {
    const [first] = messages;
    const shown = new Set(this.#shown.map(({ id }) => id));
    const isContinued = has_more && messages.some(({ id }) => shown.has(id));
    const older =
      first !== undefined && isContinued ? this.#shown.filter(({ id }) => isBefore(id, first.id)) : [];
    const hadEarlier = this.#hasEarlier;
    this.clear();
    this.#shown = [...older, ...messages];
    this.#hasEarlier = older.length > 0 ? hadEarlier : has_more;
    this.#dropOldest();
  }

  /** Call it before messages are asked for that `addEarlier`, `addLater` or `jumpToNewest` gets. */
  beginLoading() {
    this.#changes ??= new Map();
  }

  /** Ends loading that failed. */
  endLoading() {
    this.#changes = null;
  }

  /** @param {MessagePage} page those before the first one */
  addEarlier(page) {
    this.#shown = [...this.#current(page), ...this.#shown];
    this.#hasEarlier = page.has_more;
    if (this.#shown.length <= MAX_SHOWN) return;
    const dropped = this.#shown.slice(MAX_SHOWN);
    this.#shown = this.#shown.slice(0, MAX_SHOWN);
    if (this.#arrived === null) this.#keepForLater(dropped);
    else this.#knowsArrived = false;
  }

  /** @param {MessagePage} page those after the last one */
  addLater(page) {
    this.#shown = [...this.#shown, ...this.#current(page)];
    if (!page.has_more) this.#addArrived();
    this.#dropOldest();
  }

  /** @param {MessagePage} page the newest ones */
  jumpToNewest(page) {
    this.#shown = this.#current(page);
    this.#hasEarlier = page.has_more;
    this.#addArrived();
    this.#dropOldest();
  }

  /**
   * @param {ShownMessage} message new or changed
   * @param {boolean} isFollowed whether the person reads the newest ones; else those that are shown stay
   * @returns {boolean} whether it is a new one
   */
  put(message, isFollowed) {
    this.#changes?.set(message.id, message);
    const index = this.#shown.findIndex(({ id }) => id === message.id);
    if (index !== -1) {
      this.#shown = this.#shown.with(index, message);
      return false;
    }
    const last = this.#arrived?.at(-1) ?? this.#shown.at(-1);
    if (last !== undefined && !isBefore(last.id, message.id)) {
      // An older one that is not shown was changed.
      this.#arrived = this.#arrived?.map((one) => (one.id === message.id ? message : one)) ?? null;
      return false;
    }
    if (this.#arrived !== null || (!isFollowed && this.#shown.length >= MAX_SHOWN))
      this.#keepForLater([message]);
    else {
      this.#shown = [...this.#shown, message];
      this.#dropOldest();
    }
    return true;
  }

  /** @param {string} id */
  remove(id) {
    this.#changes?.set(id, null);
    this.#shown = this.#shown.filter((message) => message.id !== id);
    this.#arrived = this.#arrived?.filter((message) => message.id !== id) ?? null;
  }

  /** @param {readonly ShownMessage[]} messages that are newer than all others */
  #keepForLater(messages) {
    const all = [...(this.#arrived ?? []), ...messages];
    this.#arrived = all.slice(-MAX_NEW);
    if (all.length > MAX_NEW) this.#knowsArrived = false;
  }

  /** A page as its messages are by now. @param {MessagePage} page */
  #current({ messages }) {
    const changes = this.#changes ?? new Map();
    this.#changes = null;
    return messages.flatMap((message) => {
      const changed = changes.get(message.id);
      if (changed === null) return [];
      return [changed ?? message];
    });
  }

  /** Adds those that arrived after the last one that is shown, unless others are between them. */
  #addArrived() {
    const last = this.#shown.at(-1);
    const arrived = this.#arrived ?? [];
    const later = arrived.filter(({ id }) => last === undefined || isBefore(last.id, id));
    if (!this.#knowsArrived && arrived.length > 0 && later.length === arrived.length) return;
    this.#shown = [...this.#shown, ...later];
    this.#arrived = null;
    this.#knowsArrived = true;
  }

  #dropOldest() {
    if (this.#shown.length <= MAX_SHOWN) return;
    this.#shown = this.#shown.slice(-MAX_SHOWN);
    this.#hasEarlier = true;
  }
}

/**
 * Compares ids, which are numbers in decimal.
 *
 * @param {string} id
 * @param {string} other
 */
function isBefore(id, other) {
  return BigInt(id) < BigInt(other);
}
