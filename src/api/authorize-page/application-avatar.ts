import { letterAvatar } from '../../platform/letter-avatar.js';
import { applicationIconPath } from '../../protocol/cdn-paths.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { PageAddress } from './form-proof.js';
import { html, type Markup } from './markup.js';

/** What a page shows of the application that it is about. */
export interface ShownApplication {
  readonly id: Snowflake;
  readonly name: string;
  /** its hash; null if it has none */
  readonly icon: string | null;
}

/**
 * The icon of an application, or its initial if there is none or it does not load. Decorative: the name is beside it.
 */
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
 * The only image that a page with an avatar may load, as a Content-Security-Policy source. With it, browsers do not
 * request a favicon. CSP cannot express an IPv6 address: in that case, every image of the service is allowed.
 */
export function avatarSource({ id, icon }: ShownApplication, { host }: PageAddress): string {
  if (icon === null) return "'none'";
  return host.startsWith('[') ? "'self'" : `${host}${applicationIconPath(id, icon)}`;
}
