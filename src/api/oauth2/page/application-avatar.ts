import { letterAvatar } from '../../../platform/letter-avatar.js';
import { applicationIconPath } from '../../../protocol/cdn-paths.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import type { PageAddress } from './form-proof.js';
import { html, type Markup } from './markup.js';

/** How a page shows which application it is about. */
export interface ShownApplication {
  readonly id: Snowflake;
  readonly name: string;
  /** its hash; null: none */
  readonly icon: string | null;
}

/** The icon of an application, or its letter where there is none or it does not load. Decoration beside the name. */
export function applicationAvatar(application: ShownApplication): Markup {
  const { id, icon } = application;
  const { letter } = letterAvatar(application);
  const shown =
    icon === null
      ? html`${letter}`
      : html`<img src="${applicationIconPath(id, icon)}" alt="" data-letter="${letter}">`;
  return html`<div class="avatar" aria-hidden="true">${shown}</div>`;
}

/**
 * The only image that a page with an avatar may load, as a Content-Security-Policy names it. Browsers ask for no icon of the
 * page itself then. CSP has no word for an IPv6 address: there it is any image of the service.
 */
export function avatarSource({ id, icon }: ShownApplication, { host }: PageAddress): string {
  if (icon === null) return "'none'";
  return host.startsWith('[') ? "'self'" : `${host}${applicationIconPath(id, icon)}`;
}
