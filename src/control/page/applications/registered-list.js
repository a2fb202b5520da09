import { toVisibleText } from '../../../platform/text/visible-text.js';
import { showAvatar } from '../shell/avatar.js';
import { copyButton } from '../shell/copy-button.js';
import { byId, element, foreignText, keepInStep } from '../shell/dom.js';
import { count } from '../shell/format.js';

/** @typedef {import('../../../protocol/administration.js').RegisteredApplication} Registered */
/** @typedef {import('../../operations/application-live.js').ApplicationPart} Part */
/** @typedef {Extract<Part, { part: 'registered' }>['value']} RegisteredValue */

/**
 * @typedef {object} RegisteredActions
 * @property {(application: Registered) => void} edit
 * @property {(application: Registered, approved: boolean) => void} setApproved
 * @property {(application: Registered) => void} addBot
 */

/** Shows the applications of this daemon's service. */
export class RegisteredList {
  #actions;
  /** as they were sent last, by id @type {Map<string, Registered>} */
  #applications = new Map();

  /** @param {RegisteredActions} actions */
  constructor(actions) {
    this.#actions = actions;
  }

  /** @param {RegisteredValue} registered null: the service is remote */
  show(registered) {
    const applications = registered?.applications ?? [];
    this.#applications = new Map(applications.map((one) => [one.id, one]));
    byId('registered-remote').hidden = registered !== null;
    byId('application-create').hidden = registered === null;
    byId('registered-none').hidden = registered === null || applications.length > 0;
    const more = byId('registered-more');
    more.hidden = (registered?.more ?? 0) === 0;
    more.textContent = `${count(registered?.more ?? 0, 'older one is', 'older ones are')} not listed; guildhall apps list shows all.`;
    keepInStep(byId('registered'), applications, {
      key: ({ id }) => id,
      create: (one) => this.#createRow(one),
      update: updateRow,
    });
  }

  /** @param {Registered} application */
  #createRow({ id }) {
    const current = () => this.#applications.get(id);
    const edit = element('button', { class: 'small edit' }, 'Edit');
    edit.addEventListener('click', () => {
      const application = current();
      if (application !== undefined) this.#actions.edit(application);
    });
    const approve = element('button', { class: 'small approve' });
    approve.addEventListener('click', () => {
      const application = current();
      if (application !== undefined) this.#actions.setApproved(application, !application.approved);
    });
    const addBot = element('button', { class: 'small add-bot' }, 'Add bot');
    addBot.addEventListener('click', () => {
      const application = current();
      if (application !== undefined) this.#actions.addBot(application);
    });
    const idText = element('span', { class: 'mono detail' }, id);
    const description = element(
      'div',
      {},
      foreignText('bdi', 'name', ''),
      element('div', { class: 'detail foreign description', dir: 'auto' }),
      element('div', { class: 'copyable' }, idText, copyButton(idText, `id ${id}`)),
      element('div', { class: 'chips' }),
    );
    return element(
      'li',
      { class: 'row application' },
      element('span', { class: 'avatar', 'aria-hidden': 'true' }),
      description,
      element('div', { class: 'row-actions' }, addBot, approve, edit),
    );
  }
}

/**
 * @param {HTMLElement} row
 * @param {Registered} application
 */
function updateRow(row, application) {
  const { approved, bot, description, rpc_origins, testers } = application;
  const shown = toVisibleText(application.name);
  const avatar = row.querySelector('.avatar');
  if (avatar instanceof HTMLElement) showAvatar(avatar, application);
  const [name, detail, chips, approve, edit] = ['.name', '.description', '.chips', '.approve', '.edit'].map(
    (part) => row.querySelector(part),
  );
  if (name) name.textContent = shown;
  if (detail) detail.textContent = toVisibleText(description);
  const facts = [
    ...(bot === null ? [] : ['bot']),
    ...(testers.length === 0 ? [] : [count(testers.length, 'tester')]),
    ...rpc_origins.map(toVisibleText),
  ];
  chips?.replaceChildren(
    element('span', { class: approved ? 'chip certified' : 'chip' }, approved ? 'approved' : 'not approved'),
    ...facts.map((fact) => element('span', { class: 'chip' }, fact)),
  );
  const addBot = row.querySelector('.add-bot');
  if (addBot instanceof HTMLElement) addBot.hidden = bot === null;
  addBot?.setAttribute('aria-label', `Add bot of ${shown} to a guild`);
  if (approve) approve.textContent = approved ? 'Unapprove' : 'Approve';
  approve?.setAttribute('aria-label', `${approved ? 'Unapprove' : 'Approve'} ${shown}`);
  edit?.setAttribute('aria-label', `Edit ${shown}`);
}
