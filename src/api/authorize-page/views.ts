import { escapeXml } from '../../platform/text/escape-xml.js';
import { letterAvatar } from '../../platform/text/letter-avatar.js';
import { toIsolatedText, toVisibleText } from '../../platform/text/visible-text.js';
import { applicationIconPath } from '../../protocol/cdn-paths.js';
import {
  ELEVATED_PERMISSIONS,
  PERMISSIONS,
  type PermissionName,
  permissionNames,
  permissionWords,
} from '../../protocol/permissions.js';
import { SCOPES, type Scope, sortScopesForPerson } from '../../protocol/scopes.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { PageAddress } from './form-proof.js';
import { STYLE } from './style.js';

/** What the page shows to a person. */
export interface Question {
  readonly application: ShownApplication;
  readonly scopes: readonly Scope[];
  /** the registered address to which the browser is redirected; null if there is none */
  readonly redirectUri: string | null;
  /** the service's own host, as the browser sends it */
  readonly host: string;
  /** returned with the form */
  readonly proof: string;
  /** why the last attempt failed; null at the first attempt */
  readonly problem: string | null;
  /** where the person answers it without a token; null: here */
  readonly console: string | null;
}

/** The page on which a person authorizes an application or denies it. It needs no script. */
export function questionView(question: Question): string {
  const { application, scopes, redirectUri, host, proof, problem } = question;
  const { name } = application;
  const alert = problem === null ? html`` : html`<p class="problem" id="problem" role="alert">${problem}</p>`;
  const invalid = problem === null ? html`` : html` aria-invalid="true"`;
  return page(
    `Authorize ${toIsolatedText(name)}?`,
    html`${applicationAvatar(application)}
<h1>Authorize <bdi>${toVisibleText(name)}</bdi>?</h1>
<p>With your account on <bdi>${host}</bdi>, it will be able to:</p>
<ul>${sortScopesForPerson(scopes).map(scopeRow)}</ul>
${redirectUri === null ? html`` : html`<p>In both cases, your browser is then redirected to <bdi>${destination(redirectUri)}</bdi>.</p>`}
<form method="post">
<input type="hidden" name="proof" value="${proof}">
${alert}${question.console === null ? tokenFields(invalid) : consoleLink(question.console)}
<button name="decision" value="deny" formnovalidate>Deny</button>
</form>`,
  );
}

function tokenFields(invalid: Markup): Markup {
  return html`<label for="token">Your token</label>
<input id="token" name="token" type="password" autocomplete="current-password" autocapitalize="none"
  spellcheck="false" required aria-describedby="hint problem"${invalid}>
<p class="hint" id="hint">It identifies you to this service. The application never receives it.</p>
<label for="code">Two-factor code</label>
<input id="code" name="code" autocomplete="one-time-code" inputmode="numeric" autocapitalize="none"
  spellcheck="false" aria-describedby="code-hint problem"${invalid}>
<p class="hint" id="code-hint">Required if your account has two-factor authentication.</p>
<button name="decision" value="approve">Approve</button>`;
}

function consoleLink(address: string): Markup {
  return html`<a class="continue" href="${address}">Continue in the console</a>
<p class="hint">You choose the guild there, signed in as yourself. No token is asked for.</p>`;
}

function scopeRow(scope: Scope): Markup {
  const { words, sensitive } = SCOPES[scope];
  return sensitive ? html`<li><strong>Sensitive:</strong> ${words}</li>` : html`<li>${words}</li>`;
}

/** The page for errors that are not sent to the application in a redirect. */
export function failureView(message: string): string {
  return page(
    'Authorization failed',
    html`<h1>Authorization failed</h1>
<p role="alert">${message}</p>
<p class="hint">Nothing was granted. Return to the application and try again, or contact its developer.</p>`,
  );
}

/** A destination that a person can check: the host of a web address, or the scheme of a program. */
function destination(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? host : `the program that opens ${protocol}`;
}

/** A complete page with the given content. */
export function page(title: string, main: Markup): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`.text;
}

/** The guild choice for adding a bot. */
export interface GuildChoice {
  readonly application: ShownApplication;
  /** asked for, as bits of `PERMISSIONS` */
  readonly permissions: number;
  readonly guilds: readonly { readonly id: Snowflake; readonly name: string }[];
  /** null selects the first one */
  readonly selected: Snowflake | null;
  /** returned with the form */
  readonly proof: string;
  readonly ticket: string;
}

/** The second page of a request that adds a bot. It needs no script. */
export function guildChoiceView(question: GuildChoice): string {
  const { application, permissions, guilds, selected, proof, ticket } = question;
  const choice =
    guilds.length === 0
      ? html`<p role="alert">There is no matching guild in which you have the permission MANAGE_GUILD.</p>`
      : html`<label for="guild">Guild</label>
<select id="guild" name="guild" aria-describedby="hint">${guilds.map((guild) => option(guild, selected))}</select>
<p class="hint" id="hint">The bot receives only permissions that you have in this guild.</p>
<button name="decision" value="approve">Add bot</button>`;
  return page(
    'Add a bot',
    html`${applicationAvatar(application)}
<h1>Add the bot of <bdi>${toVisibleText(application.name)}</bdi></h1>
${permissionList(permissions)}
<form method="post">
<input type="hidden" name="proof" value="${proof}">
<input type="hidden" name="ticket" value="${ticket}">
${choice}
<button name="decision" value="deny">Deny</button>
</form>`,
  );
}

/** The page after a bot was added, if the browser is not redirected. */
export function botAddedView(): string {
  return page('The bot was added', html`<h1>The bot was added</h1><p>You can close this page.</p>`);
}

function option({ id, name }: { id: Snowflake; name: string }, selected: Snowflake | null): Markup {
  return id === selected
    ? html`<option value="${id}" selected>${toVisibleText(name)}</option>`
    : html`<option value="${id}">${toVisibleText(name)}</option>`;
}

function permissionList(permissions: number): Markup {
  const names = permissionNames(permissions);
  if (names.length === 0) return html`<p>It requests no permissions.</p>`;
  // Permissions that change a guild are listed first.
  const sorted = names.sort((a, b) => Number(isElevated(b)) - Number(isElevated(a)));
  return html`<p>It requests these permissions:</p>
<ul>${sorted.map(permissionRow)}</ul>`;
}

function isElevated(name: PermissionName): boolean {
  return (ELEVATED_PERMISSIONS & PERMISSIONS[name]) !== 0;
}

function permissionRow(name: PermissionName): Markup {
  const words = permissionWords(name);
  return isElevated(name) ? html`<li><strong>Sensitive:</strong> ${words}</li>` : html`<li>${words}</li>`;
}

/** What a page shows of the application that it is about. */
export interface ShownApplication {
  readonly id: Snowflake;
  readonly name: string;
  /** its hash; null if it has none */
  readonly icon: string | null;
}

/**
 * The icon of an application, or its initial if there is none or it does not load. Decorative: the name is next to it.
 */
function applicationAvatar(application: ShownApplication): Markup {
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

/** Text that is already HTML. */
export class Markup {
  constructor(readonly text: string) {}
}

/** Tags an HTML template: interpolated strings are escaped, interpolated Markup is not. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | Markup | readonly Markup[])[]
): Markup {
  const texts = values.map((value) => {
    if (typeof value === 'string') return escapeXml(value);
    return value instanceof Markup ? value.text : value.map(({ text }) => text).join('');
  });
  return new Markup(String.raw({ raw: parts }, ...texts));
}
