import { toVisibleText } from '../../platform/visible-text.js';
import { ELEVATED_PERMISSIONS, PERMISSIONS } from '../../protocol/permissions.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { applicationAvatar, type ShownApplication } from './application-avatar.js';
import { html, type Markup } from './markup.js';
import { page } from './views.js';

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
  const names = Object.entries(PERMISSIONS).filter(([, bit]) => permissions & bit);
  if (names.length === 0) return html`<p>It requests no permissions.</p>`;
  // Permissions that change a guild are listed first.
  const sorted = names.sort(([, a], [, b]) => Number(isElevated(b)) - Number(isElevated(a)));
  return html`<p>It requests these permissions:</p>
<ul>${sorted.map(([name, bit]) => permissionRow(name, bit))}</ul>`;
}

function isElevated(bit: number): boolean {
  return (ELEVATED_PERMISSIONS & bit) !== 0;
}

function permissionRow(name: string, bit: number): Markup {
  const words = name.toLowerCase().replaceAll('_', ' ');
  return isElevated(bit) ? html`<li><strong>Sensitive:</strong> ${words}</li>` : html`<li>${words}</li>`;
}
