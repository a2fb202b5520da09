import { toIsolatedText, toVisibleText } from '../../../platform/visible-text.js';
import { SCOPES, type Scope, sortScopesForPerson } from '../../../protocol/scopes.js';
import { applicationAvatar, type ShownApplication } from './application-avatar.js';
import { html, Markup } from './markup.js';
import { STYLE } from './style.js';

/** What the page asks a person about. */
export interface Question {
  readonly application: ShownApplication;
  readonly scopes: readonly Scope[];
  /** the registered address to which the browser is redirected; null: none */
  readonly redirectUri: string | null;
  /** the service's own host, as the browser names it */
  readonly host: string;
  /** sent back with the form */
  readonly proof: string;
  /** why the last try failed; null: this is the first */
  readonly problem: string | null;
}

/** The page on which a person authorizes an application or denies it. It needs no script. */
export function questionView(question: Question): string {
  const { application, scopes, redirectUri, host, proof, problem } = question;
  const { name } = application;
  const alert = problem === null ? html`` : html`<p class="problem" id="problem" role="alert">${problem}</p>`;
  const invalid = problem === null ? html`` : html` aria-invalid="true"`;
  return page(
    `Let ${toIsolatedText(name)} in?`,
    html`${applicationAvatar(application)}
<h1>Let <bdi>${toVisibleText(name)}</bdi> in?</h1>
<p>With your account on <bdi>${host}</bdi> it will be able to:</p>
<ul>${sortScopesForPerson(scopes).map(scopeRow)}</ul>
${redirectUri === null ? html`` : html`<p>Then your browser goes on to <bdi>${destination(redirectUri)}</bdi>, whatever you choose.</p>`}
<form method="post">
<input type="hidden" name="proof" value="${proof}">
${alert}<label for="token">Your token</label>
<input id="token" name="token" type="password" autocomplete="current-password" autocapitalize="none"
  spellcheck="false" required aria-describedby="hint problem"${invalid}>
<p class="hint" id="hint">It tells this service who you are. The application never sees it.</p>
<label for="code">Two-factor code</label>
<input id="code" name="code" autocomplete="one-time-code" inputmode="numeric" autocapitalize="none"
  spellcheck="false" aria-describedby="code-hint problem"${invalid}>
<p class="hint" id="code-hint">Only if your account has two-factor authentication.</p>
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
    'This did not work',
    html`<h1>This did not work</h1>
<p role="alert">${message}</p>
<p class="hint">Nothing was granted. Go back to the application and try again, or tell those who made it.</p>`,
  );
}

/** Something a person can check: the host of a web address, or the scheme that a program opens. */
function destination(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? host : `the program that opens ${protocol}`;
}

/** A page around its content. */
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
