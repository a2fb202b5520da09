import { toVisibleText } from '../../../platform/text/visible-text.js';
import { ConfirmDialog } from '../shell/confirm-dialog.js';
import { byId } from '../shell/dom.js';
import { Requests } from '../shell/requests.js';
import { ViewUpdates } from '../shell/view-updates.js';
import { ApplicationDialog } from './application-dialog.js';
import { GrantList } from './grant-list.js';
import { RegisteredList } from './registered-list.js';
import { RememberedList } from './remembered-list.js';
import { SecretDialog } from './secret-dialog.js';

/** @typedef {import('../../operations/application-live.js').ApplicationPart} ApplicationPart */
/** @typedef {import('../../../protocol/administration.js').RegisteredApplication} Registered */

/** The view of what was allowed to which application, and of the applications that are registered. */
export class ApplicationsView {
  #requests = new Requests(byId('applications-error'));
  #confirm = new ConfirmDialog();
  #dialog = new ApplicationDialog(this.#confirm, new SecretDialog());
  #grants = new GrantList({
    revoke: ({ id }) => void this.#requests.send(`/grants/${encodeURIComponent(id)}`, 'DELETE', {}),
    withdrawKeyCapture: ({ application: { id } }) =>
      void this.#requests.send(`/applications/${encodeURIComponent(id)}/key-capture`, 'DELETE', {}),
  });
  #remembered = new RememberedList(
    (id) => void this.#requests.send(`/remembered/${encodeURIComponent(id)}`, 'DELETE', {}),
  );
  #registered = new RegisteredList({
    edit: (application) => this.#dialog.open(application),
    setApproved: (application, approved) => void this.#setApproved(application, approved),
  });
  /** @type {ViewUpdates<ApplicationPart>} */
  #updates = new ViewUpdates('/applications/live', (part) => this.#show(part));

  /** @param {boolean} isShown */
  setShown(isShown) {
    this.#updates.setShown(isShown);
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
          },
    );
    if (isAgreed)
      await this.#requests.send(`/applications/${encodeURIComponent(id)}/approved`, 'POST', { approved });
  }
}
