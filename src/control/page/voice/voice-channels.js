import { toVisibleText } from '../../../platform/text/visible-text.js';
import { byId, element, foreignText, keepInStep } from '../shell/dom.js';
import { count } from '../shell/format.js';
import { showOptions } from '../shell/select-options.js';

/** @typedef {import('../../voice/voice-schemas.js').VoiceGuilds} VoiceGuilds */
/** @typedef {import('../../voice/voice-schemas.js').VoiceGuild} VoiceGuild */
/** @typedef {import('../../voice/voice-schemas.js').ListedVoiceChannel} ListedVoiceChannel */

const REFUSAL_WORDS = { forbidden: 'You may not join it.', full: 'It is full.' };

/** Shows the voice channels of one guild, to be joined. */
export class VoiceChannels {
  #select = byId('voice-guild', HTMLSelectElement);
  #list = byId('voice-channels');
  #join;
  /** @type {readonly VoiceGuild[]} */
  #guilds = [];
  /** @type {string | null} */
  #currentId = null;

  /** @param {(channelId: string) => Promise<void>} join must not throw */
  constructor(join) {
    this.#join = join;
    this.#select.addEventListener('change', () => this.#showChannels());
  }

  /** @param {VoiceGuilds} listed */
  show({ guilds, more }) {
    this.#guilds = guilds;
    byId('voice-channels-none').hidden = guilds.length > 0;
    byId('voice-channels-listed').hidden = guilds.length === 0;
    const rest = byId('voice-channels-more');
    rest.hidden = more === 0;
    rest.textContent = `${count(more, 'more channel is', 'more channels are')} not listed. To join one: guildhall voice join CHANNEL`;
    showOptions(this.#select, guilds);
    this.#showChannels();
  }

  /** @param {string | null} id of the channel that the person is in */
  showCurrent(id) {
    const hasChanged = id !== this.#currentId;
    this.#currentId = id;
    const guild = this.#guilds.find(({ channels }) => channels.some((channel) => channel.id === id));
    if (hasChanged && guild !== undefined) this.#select.value = guild.id;
    this.#showChannels();
  }

  #showChannels() {
    const guild = this.#guilds.find(({ id }) => id === this.#select.value) ?? this.#guilds[0];
    keepInStep(this.#list, guild?.channels ?? [], {
      key: ({ id }) => id,
      create: (channel) => this.#createRow(channel),
      update: (row, channel) => this.#updateRow(row, channel),
    });
  }

  /** @param {ListedVoiceChannel} channel */
  #createRow({ id }) {
    const join = element('button', { class: 'small' }, 'Join');
    join.addEventListener('click', () => void this.#join(id));
    const detail = element('div', { class: 'detail foreign' });
    return element(
      'li',
      { class: 'row voice-channel' },
      element('div', {}, foreignText('bdi', 'name', ''), detail),
      join,
    );
  }

  /**
   * @param {HTMLElement} row
   * @param {ListedVoiceChannel} channel
   */
  #updateRow(row, { id, members, more, name, refusal, user_limit: limit }) {
    const [title, detail, join] = ['.name', '.detail', 'button'].map((part) => row.querySelector(part));
    const shown = toVisibleText(name);
    if (title) title.textContent = shown;
    const present = members.length + more;
    const people = [...members.map(toVisibleText), ...(more > 0 ? [`${more} more`] : [])].join(', ');
    const isCurrent = id === this.#currentId;
    const reason = isCurrent || refusal === null ? [] : [REFUSAL_WORDS[refusal]];
    const size = limit === 0 ? `${present}` : `${present} of ${limit}`;
    if (detail)
      detail.textContent = [present === 0 ? 'Nobody is here' : `${size}: ${people}`, ...reason].join(' · ');
    if (!(join instanceof HTMLButtonElement)) return;
    join.disabled = isCurrent || refusal !== null;
    join.textContent = isCurrent ? 'You are here' : this.#currentId === null ? 'Join' : 'Move here';
    join.setAttribute('aria-label', `${join.textContent}: ${shown}`);
  }
}
