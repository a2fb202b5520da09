import { toVisibleText } from '../../../platform/text/visible-text.js';
import { byId, element, foreignText, keepInStep } from '../shell/dom.js';
import { showOptions } from '../shell/select-options.js';

/** @typedef {{ readonly id: string, readonly name: string }} Person */

/** Shows who may use an application before it is approved, and changes it. */
export class ApplicationTesters {
  #change;
  #select = byId('application-tester', HTMLSelectElement);

  /** @param {(change: { add: string[], remove: string[] }) => void} change */
  constructor(change) {
    this.#change = change;
    byId('application-tester-add').addEventListener('click', () => {
      if (this.#select.value !== '') this.#change({ add: [this.#select.value], remove: [] });
    });
  }

  /**
   * @param {readonly string[]} testers ids
   * @param {readonly Person[]} people who can be one
   */
  show(testers, people) {
    const names = new Map(people.map(({ id, name }) => [id, name]));
    keepInStep(byId('application-testers'), testers, {
      key: (id) => id,
      create: (id) => this.#createRow(id, names.get(id) ?? id),
      update: () => {},
    });
    const others = people.filter(({ id }) => !testers.includes(id));
    byId('application-tester-add', HTMLButtonElement).disabled = others.length === 0;
    showOptions(this.#select, others);
  }

  /**
   * @param {string} id
   * @param {string} name
   */
  #createRow(id, name) {
    const label = `Remove tester ${toVisibleText(name)}`;
    const remove = element('button', { class: 'small', type: 'button', 'aria-label': label }, 'Remove');
    remove.addEventListener('click', () => this.#change({ add: [], remove: [id] }));
    return element('li', {}, foreignText('bdi', '', name), remove);
  }
}
