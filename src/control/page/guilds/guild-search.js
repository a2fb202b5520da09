import { byId, element, foreignText, keepInStep } from '../shell/dom.js';
import { hasWords } from '../shell/has-words.js';

/** @typedef {import('../../guilds/guild-schemas.js').ListedGuilds['guilds']} Guilds */

/** From how many guilds on they can be searched. */
const MANY = 8;
const MAX_FOUND = 20;

/** Finds guilds by their names; Enter opens the first one. */
export class GuildSearch {
  #input = byId('guild-search', HTMLInputElement);
  /** @type {Guilds} */
  #guilds = [];

  constructor() {
    this.#input.addEventListener('input', () => this.#find());
    this.#input.addEventListener('keydown', ({ key }) => {
      const first = key === 'Enter' ? byId('guild-found').querySelector('a') : null;
      first?.click();
    });
    byId('guild-found').addEventListener('click', () => {
      this.#input.value = '';
      this.#find();
    });
  }

  /** @param {import('../../guilds/guild-schemas.js').ListedGuilds} listed */
  show({ guilds, more }) {
    this.#guilds = guilds;
    byId('guild-found-none').textContent =
      more === 0 ? 'No guild has this name.' : `None of the ${guilds.length} listed guilds has this name.`;
    byId('guild-search-part').hidden = guilds.length < MANY;
    this.#find();
  }

  #find() {
    const wanted = this.#input.value.trim();
    const found = wanted === '' ? [] : this.#guilds.filter(({ name }) => hasWords(name, wanted));
    keepInStep(byId('guild-found'), found.slice(0, MAX_FOUND), {
      key: ({ id, name }) => `${id}/${name}`,
      create: ({ id, name }) =>
        element(
          'li',
          { class: 'channel' },
          element('a', { href: `#guilds/${encodeURIComponent(id)}` }, foreignText('bdi', '', name)),
        ),
      update: () => {},
    });
    byId('guild-found-none').hidden = wanted === '' || found.length > 0;
  }
}
