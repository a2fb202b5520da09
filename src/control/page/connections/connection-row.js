import { toVisibleText } from '../../../platform/text/visible-text.js';
import { showAvatar } from '../shell/avatar.js';
import { element, foreignText, showIfChanged } from '../shell/dom.js';
import { byteSize, count } from '../shell/format.js';
import { dotted, timeElement } from '../shell/time-element.js';
import { Sparkline } from './sparkline.js';

/** @typedef {import('../../operations/sessions.js').LiveSession} LiveSession */

/**
 * @typedef {object} ConnectionActions
 * @property {(id: string) => void} disconnect
 * @property {() => void} stopCapture
 * @property {(application: string, isBlocked: boolean) => void} block
 */

/** The row of one connection. */
export class ConnectionRow {
  element;
  #sparkline = new Sparkline();
  #detail = element('div', { class: 'detail foreign' });
  #activity = element('div', { class: 'detail foreign', hidden: '' });
  /** whether the activity is blocked, null: there is none @type {boolean | null} */
  #isBlocked = null;
  #process = element('div', { class: 'detail foreign', hidden: '' });
  #may = element('div', { class: 'detail' });
  #rate = element('div', { class: 'detail rate' });
  #chips = element('div', { class: 'chips' });
  #subscriptions = element('ul', { class: 'subscriptions mono' });
  #summary = element('summary', {});
  #details;
  #capture;
  #block;

  /**
   * @param {LiveSession} session
   * @param {ConnectionActions} actions
   */
  constructor({ id, application }, { block, disconnect, stopCapture }) {
    const avatar = element('span', { class: 'avatar', 'aria-hidden': 'true' });
    showAvatar(avatar, application);
    const name = foreignText('bdi', 'name', application.name);
    name.id = `connection-${id}`;
    this.#capture = this.#button('Stop recording keys', name.id, stopCapture);
    this.#block = this.#button('Block activity', name.id, () =>
      block(application.id, this.#isBlocked === true),
    );
    this.#details = element('details', { class: 'detail' }, this.#summary, this.#subscriptions);
    const inspect = element(
      'a',
      { href: `#connections/${id}`, 'aria-describedby': name.id },
      'Inspect frames',
    );
    const traffic = element(
      'div',
      { class: 'traffic', title: 'Traffic of the last minute' },
      this.#sparkline.element,
      this.#rate,
    );
    const actions = element(
      'div',
      { class: 'connection-actions' },
      this.#capture,
      this.#block,
      inspect,
      this.#button('Disconnect', name.id, () => disconnect(id)),
    );
    const body = element(
      'div',
      {},
      element('div', {}, name),
      this.#detail,
      this.#activity,
      this.#process,
      this.#may,
      this.#chips,
      this.#details,
    );
    this.element = element('li', { class: 'row connection-row' }, avatar, body, traffic, actions);
  }

  /**
   * @param {LiveSession} session
   * @param {readonly import('./traffic.js').Rate[]} rates
   */
  update(session, rates) {
    const { origin, connected_at, encoding, last_seen_at, permissions, subscriptions, subscribed } = session;
    this.#detail.replaceChildren(
      ...dotted([
        [session.transport === 'ipc' ? 'over IPC' : origin === null ? 'no origin' : toVisibleText(origin)],
        ...(session.registered ? [] : [['not registered']]),
        [encoding],
        ['since ', timeElement(connected_at)],
        ['last seen ', timeElement(last_seen_at)],
      ]),
    );
    this.#showActivity(session.activity);
    const { process } = session;
    this.#process.hidden = process === null;
    if (process !== null) {
      this.#process.textContent = toVisibleText(`${process.name} (process ${process.pid}), ${process.path}`);
    }
    const last = rates.at(-1);
    this.#rate.textContent = last === undefined ? 'measuring…' : `${byteSize(last.bytes)}/s`;
    this.#sparkline.show(rates.map(({ bytes }) => bytes));
    const words = (permissions ?? []).map((permission) => permission.words);
    this.#may.hidden = words.length === 0;
    this.#may.title = (session.scopes ?? []).join(', ');
    this.#may.textContent = `May ${words.join('; ')}`;
    this.#chips.replaceChildren(...chipsOf(session));
    this.#capture.hidden = session.capturing_since === null;
    this.#details.hidden = subscriptions === 0;
    this.#summary.textContent = count(subscriptions, 'subscription');
    const more = subscriptions - subscribed.length;
    showIfChanged(this.#subscriptions, [subscribed, more], () => {
      const rows = subscribed.map((one) => element('li', {}, toVisibleText(one)));
      if (more > 0) rows.push(element('li', {}, `and ${more} more`));
      this.#subscriptions.replaceChildren(...rows);
    });
  }

  /** @param {LiveSession['activity']} activity */
  #showActivity(activity) {
    this.#isBlocked = activity?.blocked ?? null;
    this.#activity.hidden = activity === null;
    this.#block.hidden = activity === null;
    if (activity === null) return;
    const blocked = activity.undecided ? 'not allowed yet' : 'blocked';
    const hidden = activity.blocked ? blocked : 'not shown: another is newer';
    const state = activity.shown ? 'shown to others' : hidden;
    this.#activity.textContent = `${toVisibleText(activity.text)} (${state})`;
    this.#block.textContent = activity.blocked ? 'Show activity' : 'Block activity';
  }

  /**
   * @param {string} text
   * @param {string} describedBy
   * @param {() => void} act
   */
  #button(text, describedBy, act) {
    const button = element(
      'button',
      { class: 'small', type: 'button', 'aria-describedby': describedBy },
      text,
    );
    button.addEventListener('click', act);
    return button;
  }
}

/** @param {LiveSession} session */
function chipsOf({ scopes, holds_voice, capturing_since }) {
  const chips = scopes === null ? [element('span', { class: 'chip' }, 'has no access yet')] : [];
  if (holds_voice) chips.unshift(element('span', { class: 'chip strong' }, 'controls voice settings'));
  if (capturing_since !== null) chips.unshift(element('span', { class: 'chip alert' }, 'records keys'));
  return chips;
}
