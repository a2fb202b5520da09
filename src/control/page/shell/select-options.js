import { toVisibleText } from '../../../platform/text/visible-text.js';
import { element, keepInStep } from './dom.js';

/**
 * Updates what there is to choose from; the chosen one stays while it is among them.
 *
 * @param {HTMLSelectElement} select
 * @param {readonly { readonly id: string, readonly name: string }[]} items
 */
export function showOptions(select, items) {
  keepInStep(select, items, {
    key: ({ id }) => id,
    create: ({ id }) => element('option', { value: id }),
    update: (option, { name }) => {
      const text = toVisibleText(name);
      if (option.textContent !== text) option.textContent = text;
    },
  });
}
