import { byId } from '../shell/dom.js';
import { count } from '../shell/format.js';
import { Requests } from '../shell/requests.js';
import { showOptions } from '../shell/select-options.js';
import { ViewUpdates } from '../shell/view-updates.js';
import { ChannelList, isText } from './channel-list.js';
import { ChannelMessages } from './channel-messages.js';
import { MemberList } from './member-list.js';
import { RoleList } from './role-list.js';

/** @typedef {import('../../operations/guild-views.js').GuildPart} GuildPart */
/** @typedef {import('../../guilds/message-feed.js').MessagePart} MessagePart */
/** @typedef {import('../../guilds/guild-schemas.js').ListedGuilds} ListedGuilds */
/** @typedef {import('../../guilds/guild-schemas.js').ShownGuild} ShownGuild */

/** Nothing but the list of guilds. */
const NOTHING = '/guilds/0/channels/0/live';

/** The view of the person's guilds: `#guilds/GUILD/CHANNEL`. */
export class GuildsView {
  #select = byId('guild-select', HTMLSelectElement);
  #channels = new ChannelList();
  #members = new MemberList();
  #roles = new RoleList();
  #messages = new ChannelMessages(new Requests(byId('guilds-error')));
  /** of the URL; null: the first one @type {string | null} */
  #guildId = null;
  /** @type {string | null} */
  #channelId = null;
  /** @type {ListedGuilds} */
  #listed = { guilds: [], more: 0 };
  /** one stream: browsers open few connections @type {ViewUpdates<GuildPart | MessagePart>} */
  #updates = new ViewUpdates(NOTHING, (part) => this.#receive(part));

  constructor() {
    this.#select.addEventListener('change', () => {
      location.hash = `#guilds/${this.#select.value}`;
    });
  }

  /** @param {boolean} isShown */
  setShown(isShown) {
    this.#updates.setShown(isShown);
  }

  /** @param {readonly string[]} path */
  open([guildId, channelId]) {
    this.#guildId = guildId ?? null;
    this.#channelId = channelId ?? null;
    this.#follow();
  }

  /** The guild of the URL, else the first one. */
  get #currentId() {
    return this.#guildId ?? this.#listed.guilds[0]?.id ?? null;
  }

  #follow() {
    const id = this.#currentId;
    if (id !== null) this.#select.value = id;
    if (this.#shown !== null && this.#shown.id === id) this.#showGuild(this.#shown);
    else this.#watch(id, this.#channelId);
  }

  /**
   * @param {string | null} guildId
   * @param {string | null} channelId
   */
  #watch(guildId, channelId) {
    const [guild, channel] = [guildId, channelId].map((id) => encodeURIComponent(id ?? '0'));
    this.#updates.setPath(`/guilds/${guild}/channels/${channel}/live`);
  }

  /** @type {ShownGuild | null} */
  #shown = null;

  /** @param {GuildPart | MessagePart} part */
  #receive(part) {
    if (part.part === 'guilds') this.#showList(part.value);
    else if (part.part !== 'guild') this.#messages.receive(part);
    else if (part.value !== null) this.#showGuild(part.value);
    // The guild of the URL is unknown: the first one is shown.
    else if (this.#guildId !== null) location.hash = '#guilds';
  }

  /** @param {ListedGuilds} listed */
  #showList(listed) {
    this.#listed = listed;
    byId('guilds-none').hidden = listed.guilds.length > 0;
    byId('guilds-shown').hidden = listed.guilds.length === 0;
    const more = byId('guilds-more');
    more.hidden = listed.more === 0;
    more.textContent = `and ${count(listed.more, 'more guild')}`;
    showOptions(this.#select, listed.guilds);
    this.#follow();
  }

  /** @param {ShownGuild} guild */
  #showGuild(guild) {
    this.#shown = guild;
    const texts = guild.channels.filter(isText);
    const channel = texts.find(({ id }) => id === this.#channelId) ?? texts[0] ?? null;
    byId('guild-facts').textContent = `${count(guild.member_count, 'member')}, ${guild.online} online`;
    this.#channels.show(guild, channel?.id ?? null);
    this.#members.show(guild);
    this.#roles.show(guild.roles);
    this.#messages.show(channel);
    this.#watch(guild.id, channel?.id ?? null);
  }
}
