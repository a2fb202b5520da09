import { Requests } from '../daemon/requests.js';
import { ViewUpdates } from '../daemon/view-updates.js';
import { byId } from '../shell/dom.js';
import { count } from '../shell/format.js';
import { showOptions } from '../shell/select-options.js';
import { whySignedOut } from '../shell/signed-out.js';
import { ChannelList, isText } from './channel-list.js';
import { ChannelMessages } from './channel-messages.js';
import { GuildActions } from './guild-actions.js';
import { GuildSearch } from './guild-search.js';
import { MemberList } from './member-list.js';
import { RoleList } from './role-list.js';

/** @typedef {import('../../operations/guild-views.js').GuildPart} GuildPart */
/** @typedef {import('../../guilds/message-feed.js').MessagePart} MessagePart */
/** @typedef {import('../../guilds/guild-schemas.js').ListedGuilds} ListedGuilds */
/** @typedef {import('../../guilds/guild-schemas.js').ShownGuild} ShownGuild */

/** Nothing but the list of guilds. */
const NOTHING = '/guilds/0/channels/0/live';

const NO_GUILD = 'This guild does not exist, or you are not in it.';
const NO_CHANNEL = 'This channel does not exist, or you may not view it.';

/** The view of the person's guilds: `#guilds/GUILD/CHANNEL`. */
export class GuildsView {
  #select = byId('guild-select', HTMLSelectElement);
  #search = new GuildSearch();
  #channels = new ChannelList();
  #roles = new RoleList();
  #requests = new Requests(byId('guilds-error'));
  #members = new MemberList(this.#requests);
  #messages = new ChannelMessages(this.#requests);
  #actions = new GuildActions(this.#requests);
  /** what to do about not being signed in; null: the person is @type {string | null} */
  #signedOut = null;
  /** of the URL; null: the first one @type {string | null} */
  #guildId = null;
  /** @type {string | null} */
  #channelId = null;
  /** @type {ListedGuilds} */
  #listed = { guilds: [], more: 0 };
  /** why what the URL names is not shown; null: it is @type {string | null} */
  #missing = null;
  /** one stream: browsers open few connections @type {ViewUpdates<GuildPart | MessagePart>} */
  #updates = new ViewUpdates(NOTHING, (part) => this.#receive(part));

  constructor() {
    this.#select.addEventListener('change', () => {
      location.hash = `#guilds/${this.#select.value}`;
    });
  }

  /** @param {import('../shell/views.js').Part} part */
  receive(part) {
    if (part.part !== 'status') return;
    this.#messages.setOwnId(part.value.user?.id ?? null);
    const signedOut = whySignedOut(part.value);
    if (signedOut === this.#signedOut) return;
    this.#signedOut = signedOut;
    this.#showParts();
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
    else this.#showNoGuild();
  }

  /** The guild of the URL is unknown; it may still arrive, e.g. just after the daemon's start. */
  #showNoGuild() {
    this.#shown = null;
    this.#actions.show(null);
    if (this.#guildId === null) this.#showMissing(null);
    else this.#showMissing(this.#channelId === null ? NO_GUILD : NO_CHANNEL);
  }

  /** @param {string | null} missing */
  #showMissing(missing) {
    this.#missing = missing;
    byId('guilds-missing-text').textContent = missing;
    this.#showParts();
  }

  #showParts() {
    const isMissing = this.#missing !== null;
    const isEmpty = this.#listed.guilds.length === 0;
    const isSignedOut = this.#signedOut !== null;
    byId('guilds-signed-out').hidden = !isSignedOut;
    byId('guilds-signed-out').textContent = this.#signedOut;
    byId('guilds-missing').hidden = isSignedOut || !isMissing;
    byId('guilds-none').hidden = isSignedOut || isMissing || !isEmpty;
    byId('guilds-shown').hidden = isSignedOut || isMissing || isEmpty;
  }

  /** @param {ListedGuilds} listed */
  #showList(listed) {
    this.#listed = listed;
    this.#showParts();
    const more = byId('guilds-more');
    more.hidden = listed.more === 0;
    more.textContent = `${count(listed.more, 'more guild is', 'more guilds are')} neither listed nor searched here`;
    showOptions(this.#select, listed.guilds);
    this.#search.show(listed);
    this.#follow();
  }

  /** @param {ShownGuild} guild */
  #showGuild(guild) {
    this.#shown = guild;
    this.#actions.show(guild);
    const texts = guild.channels.filter(isText);
    const named = texts.find(({ id }) => id === this.#channelId);
    // Another channel than that of the URL would be taken for it.
    const channel = named ?? (this.#channelId === null ? texts[0] : undefined) ?? null;
    this.#showMissing(this.#channelId !== null && channel === null ? NO_CHANNEL : null);
    byId('guild-facts').textContent = `${count(guild.member_count, 'member')}, ${guild.online} online`;
    this.#channels.show(guild, channel?.id ?? null);
    this.#members.show(guild);
    this.#roles.show(guild.roles);
    this.#messages.show(channel);
    this.#watch(guild.id, channel?.id ?? null);
  }
}
