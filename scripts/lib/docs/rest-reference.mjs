/** Every REST operation as one line of a table, by the first word of its path. */
export function restReference(operations, version) {
  const groups = new Map();
  for (const operation of operations) {
    const group = operation.path.split('/')[1];
    groups.set(group, [...(groups.get(group) ?? []), operation]);
  }
  return [
    '# The REST interface',
    `Version ${version}. Made from the declarations by \`npm run docs\`; the bodies are in [openapi.json](openapi.json).`,
    'Base path: `/api/v6`, `/api/v7` or `/api`. Who: `user` is a person, a bot, or an application with the scope.',
    WEB_PAGES,
    ...[...groups].map(([group, members]) => `## ${group}\n\n${table(members)}`),
    '',
  ].join('\n\n');
}

const WEB_PAGES = `## Calls from web pages

\`/api/oauth2/authorize\` is a page where a browser asks for one (\`Accept: text/html\`): there a person lets an application
in, with a code or a token as the answer, or does not. A page of another origin reads nothing of the service: no reply
carries CORS headers and no preflight is answered, but for the images below \`/cdn\`, which any page may read without
credentials. Games in browsers call the REST interface through the RPC port, which lets their registered origins in
([rpc.md](rpc.md), REST calls on the RPC port).`;

function table(operations) {
  const rows = operations.map((operation) =>
    [
      operation.name,
      `\`${operation.method} ${operation.path}\``,
      whoText(operation),
      operation.permission ?? '',
      operation.status,
      operation.fires.join(', '),
    ].join(' | '),
  );
  const head = [
    'Operation | Route | Who | Permission | Success | Fires',
    '--- | --- | --- | --- | --- | ---',
  ];
  return [...head, ...rows].map((row) => `| ${row} |`).join('\n');
}

function whoText({ audience, scopes }) {
  if (audience !== 'user') return audience;
  const names = scopes === 'any' ? 'any scope' : scopes.map((scope) => `\`${scope}\``).join(' or ');
  return names === '' ? 'person, bot' : `user, ${names}`;
}
