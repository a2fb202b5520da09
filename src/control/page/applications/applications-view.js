import { toVisibleText } from '../../../platform/text/visible-text.js';
import { Requests } from '../daemon/requests.js';
import { ViewUpdates } from '../daemon/view-updates.js';
import { ConfirmDialog } from '../shell/confirm-dialog.js';
import { byId } from '../shell/dom.js';
import { FormDialog } from '../shell/form-dialog.js';
import { ApplicationDialog } from './application-dialog.js';
import { GrantList } from './grant-list.js';
import { RegisteredList } from './registered-list.js';
import { RememberedList } from './remembered-list.js';
import { SecretDialog } from './secret-dialog.js';

/** @typedef {import('../../operations/application-live.js').ApplicationPart} ApplicationPart */
/** @typedef {import('../../../protocol/administration.js').RegisteredApplication} Registered */

/** What a bot may be given, as the sum of permission bits (docs/rest.md, Permissions). */
const BOT_PERMISSIONS = [
  { id: '0', name: 'what every member may' },
  { id: '68608', name: 'read and write messages' },
  { id: '76806', name: 'the same, remove and ban members, and delete messages' },
  { id: '8', name: 'everything (administrator)' },
];

/** The view of what was allowed to which application, and of the applications that are registered. */
export class ApplicationsView {
  #requests = new Requests(byId('applications-error'));
  #confirm = new ConfirmDialog();
  #forms = new FormDialog();
  #dialog = new ApplicationDialog(this.#confirm, new SecretDialog());
  #grants = new GrantList({
    revoke: (grant) => void this.#revoke(grant),
    withdrawKeyCapture: ({ application: { id } }) =>
      void this.#requests.send(`/applications/${encodeURIComponent(id)}/key-capture`, 'DELETE', {}),
  });
  #remembered = new RememberedList(
    (id) => void this.#requests.send(`/remembered/${encodeURIComponent(id)}`, 'DELETE', {}),
  );
  #registered = new RegisteredList({
    edit: (application) => this.#dialog.open(application),
    addBot: (application) => void this.#addBot(application),
    setApproved: (application, approved) => void this.#setApproved(application, approved),
  });
  /** @type {ViewUpdates<ApplicationPart>} */
  #updates = new ViewUpdates('/applications/live', (part) => this.#show(part));

  /** @param {boolean} isShown */
  setShown(isShown) {
    this.#updates.setShown(isShown);
  }

  /**
   * `#applications/authorize/QUERY`: the authorization page of the service asks to add a bot.
   *
   * @param {readonly string[]} path
   */
  open([action, query]) {
    if (action !== 'authorize' || query === undefined) return;
    // Asked once, not again when the page is loaded again.
    history.replaceState(null, '', '#applications');
    void this.#answerBotRequest(query);
  }

  /** @param {ApplicationPart} part */
  #show(part) {
    if (part.part === 'grants') this.#grants.show(part.value);
    else if (part.part === 'remembered') this.#remembered.show(part.value);
    else {
      this.#registered.show(part.value);
      this.#dialog.update(part.value);
    }
  }

  /** @param {import('./grant-list.js').Grant} grant */
  async #revoke({ application, id }) {
    const isAgreed = await this.#confirm.ask({
      title: `Revoke the access of ${toVisibleText(application.name)}?`,
      text: 'It is disconnected, and must ask again before it can do anything.',
      yes: 'Revoke',
      isDangerous: true,
    });
    if (isAgreed) await this.#requests.send(`/grants/${encodeURIComponent(id)}`, 'DELETE', {});
  }

  /** @param {string} query of the authorization page */
  async #answerBotRequest(query) {
    const asked = await this.#requests.send('/bot-requests/preview', 'POST', { query });
    if (asked === undefined) return;
    const listed = await this.#requests.send('/guilds', 'GET');
    if (listed === undefined) return;
    /** @type {readonly { id: string, name: string }[]} */
    const guilds = listed.guilds;
    const name = toVisibleText(asked.application.name);
    const may = asked.permissions.length === 0 ? 'what every member may' : asked.permissions.join(', ');
    const also =
      asked.scopes.length === 0 ? '' : ` ${name} will also be able to: ${asked.scopes.join('; ')}.`;
    const values = await this.#forms.ask({
      title: `Add the bot of ${name}?`,
      note: `In the guild it may: ${may}.${also} It gets only permissions that you have. You confirm this as yourself; no token is asked for.`,
      yes: 'Add bot',
      isAskedByOthers: true,
      fields: [
        {
          name: 'guild',
          label: 'Guild',
          value: asked.guild_id ?? '',
          options: asked.is_guild_fixed ? guilds.filter(({ id }) => id === asked.guild_id) : guilds,
        },
      ],
    });
    if (values === null) return;
    const body = { query, guild_id: values.guild };
    const answer = await this.#requests.send('/bot-requests', 'POST', body);
    if (answer === undefined) return;
    if (answer.location === null) location.hash = `#guilds/${values.guild}`;
    else location.assign(answer.location);
  }

  /** @param {Registered} application */
  async #addBot({ id, name }) {
    const listed = await this.#requests.send('/guilds', 'GET');
    if (listed === undefined) return;
    const values = await this.#forms.ask({
      title: `Add the bot of ${toVisibleText(name)}`,
      note: 'You confirm this as yourself; no token is asked for. It gets only permissions that you have.',
      yes: 'Add bot',
      fields: [
        { name: 'guild', label: 'Guild', options: listed.guilds },
        { name: 'permissions', label: 'It may', options: BOT_PERMISSIONS },
      ],
    });
    if (values === null) return;
    const path = `/guilds/${encodeURIComponent(values.guild ?? '')}/bots/${encodeURIComponent(id)}`;
    const body = { permissions: values.permissions, authorize: true };
    if ((await this.#requests.send(path, 'POST', body)) !== undefined)
      location.hash = `#guilds/${values.guild}`;
  }

  /**
   * @param {Registered} application
   * @param {boolean} approved
   */
  async #setApproved({ id, name }, approved) {
    const isAgreed = await this.#confirm.ask(
      approved
        ? {
            title: `Approve ${toVisibleText(name)}?`,
            text: 'Everybody who uses this service can then allow it to control their client, and a server that knows its secret can connect you without a question.',
            yes: 'Approve',
          }
        : {
            title: `Withdraw the approval of ${toVisibleText(name)}?`,
            text: 'Only its testers can use it then. What others allowed it is revoked at once.',
            yes: 'Unapprove',
            isDangerous: true,
          },
    );
    if (isAgreed)
      await this.#requests.send(`/applications/${encodeURIComponent(id)}/approved`, 'POST', { approved });
  }
}
