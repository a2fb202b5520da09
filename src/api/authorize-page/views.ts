import { toIsolatedText, toVisibleText } from '../../platform/visible-text.js';
import { SCOPES, type Scope, sortScopesForPerson } from '../../protocol/scopes.js';
import { applicationAvatar, type ShownApplication } from './application-avatar.js';
import { html, Markup } from './markup.js';
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
${alert}<label for="token">Your token</label>
<input id="token" name="token" type="password" autocomplete="current-password" autocapitalize="none"
  spellcheck="false" required aria-describedby="hint problem"${invalid}>
<p class="hint" id="hint">It identifies you to this service. The application never receives it.</p>
<label for="code">Two-factor code</label>
<input id="code" name="code" autocomplete="one-time-code" inputmode="numeric" autocapitalize="none"
  spellcheck="false" aria-describedby="code-hint problem"${invalid}>
<p class="hint" id="code-hint">Required if your account has two-factor authentication.</p>
<button name="decision" value="approve">Approve</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</form>`,
  );
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
