import { toVisibleText } from '../../../platform/text/visible-text.js';
import { byId, element, foreignText, keepInStep } from '../shell/dom.js';
import { count } from '../shell/format.js';

/** @typedef {import('../../guilds/guild-schemas.js').ShownGuild} ShownGuild */
/** @typedef {import('../../guilds/guild-schemas.js').ShownChannel} ShownChannel */

const TEXT = 0;
const VOICE = 2;
const CATEGORY = 4;

/** Shows the channels of a guild; text channels are links. */
export class ChannelList {
  #list = byId('guild-channels');

  /**
   * @param {ShownGuild} guild
   * @param {string | null} currentId
   */
  show({ id: guildId, channels, more_channels }, currentId) {
    keepInStep(this.#list, channels, {
      // A channel of another type is another row.
      key: ({ id, type }) => `${id}/${type}`,
      create: (channel) => createRow(guildId, channel),
      update: (row, channel) => updateRow(row, channel, currentId),
    });
    const more = byId('guild-channels-more');
    more.hidden = more_channels === 0;
    more.textContent = `and ${count(more_channels, 'more channel')}`;
  }
}

/** @param {ShownChannel} channel */
export function isText({ type }) {
  return type === TEXT;
}

/**
 * @param {string} guildId
 * @param {ShownChannel} channel
 */
function createRow(guildId, channel) {
  const { id, type } = channel;
  if (type === CATEGORY)
    return element('li', { class: 'channel category' }, foreignText('span', 'title', ''));
  const title = isText(channel)
    ? element('a', { class: 'title foreign', href: `#guilds/${guildId}/${id}` })
    : foreignText('span', 'title', '');
  return element('li', { class: 'channel' }, title, element('span', { class: 'detail foreign' }));
}

/**
 * @param {HTMLElement} row
 * @param {ShownChannel} channel
 * @param {string | null} currentId
 */
function updateRow(row, { id, type, name, voice_members, more_voice_members }, currentId) {
  const [title, detail] = [row.querySelector('.title'), row.querySelector('.detail')];
  const marks = new Map([
    [TEXT, '# '],
    [VOICE, '♪ '],
  ]);
  if (title) {
    title.textContent = (marks.get(type) ?? '') + toVisibleText(name);
    if (id === currentId) title.setAttribute('aria-current', 'true');
    else title.removeAttribute('aria-current');
  }
  if (!(detail instanceof HTMLElement)) return;
  const people = [
    ...voice_members.map(toVisibleText),
    ...(more_voice_members > 0 ? [`and ${more_voice_members} more`] : []),
  ];
  detail.hidden = people.length === 0;
  detail.textContent = people.join(', ');
}
