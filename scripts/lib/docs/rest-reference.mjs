const INTEGRATIONS = `## Subscribers of integrations

An integration has a role of its own: it comes and goes with it, and nobody gives, takes or deletes it by hand. No platform
tells this service who subscribes; who runs it does: \`guildhall guilds subscribers GUILD INTEGRATION [--add USER [--until
TIME]]… [--remove USER]…\`. A sync, asked for or every five minutes, gives the role to members who subscribe and takes it
from everybody else. Once \`expires_at\` and \`expire_grace_period\` (seconds) are over, the subscription is forgotten, and
its user loses the role (\`expire_behavior\` 0) or is kicked (1), if the integration's user may kick them. The sync itself
fires nothing; the events of its row are of the members it changes.`;

const EMBEDS = `## Embeds

A message has content, embeds, or both. \`embed\` is one embed, \`embeds\` a list of at most 10, which counts where both are
given; the message object has the list. Clients set \`title\` (256 characters), \`description\` (2048), \`url\`, \`timestamp\`
(ISO 8601), \`color\`, \`footer\` (\`text\` 2048, \`icon_url\`), \`image\` and \`thumbnail\` (\`url\`), \`author\` (\`name\` 256,
\`url\`, \`icon_url\`) and at most 25 \`fields\` (\`name\` 256, \`value\` 1024, \`inline\`). All text of one message's embeds has at
most 6000 characters. The \`type\` is always \`rich\`; other properties are ignored. URLs are http or https; those of images may
be \`attachment://FILENAME\`, too. The service fetches none of them. Embeds need EMBED_LINKS in the channel. An edit changes
what it names: \`embed: null\` removes all embeds.`;

const FILES = `## Files

Create message takes a form (\`multipart/form-data\`) as well as JSON. Each part with a filename is a file, at most 10 (30015)
of 8 MiB each (413, code 40005); \`payload_json\` is the body as JSON, and \`content\`, \`tts\` and \`nonce\` may be fields of their
own, too. All fields together have at most 64 KiB. Files need ATTACH_FILES in the channel. A message with files needs no
content. Its \`attachments\` have \`id\`, \`filename\`, \`size\` in bytes, \`url\`, \`proxy_url\` (the same) and, of PNG, JPEG, GIF and
WebP images, \`width\` and \`height\`. Names keep letters and digits of ASCII, \`.\`, \`-\` and \`_\`; spaces become \`_\`. Embeds name
files of their message with \`attachment://FILENAME\`, as they are stored. An edit leaves the files.

\`/cdn/attachments/{channel.id}/{attachment.id}/{filename}?key={key}\` gives a file to whoever has the whole URL, until its
message is deleted; ranges are served. Images, sound and video of common formats may be shown by browsers, other files are
only saved ([decision 25](adr/0025-files-of-messages.md)).

Files are in the folder \`attachments\` of the home. A backup is a copy of the store, then one of this folder; they are restored
together, because the service removes files at its start that its store does not know. The files of one user may occupy
512 MiB and all files 4 GiB, each rounded up to 4096 bytes; more are refused (413, code 40005). These limits are settings
([gateway.md](gateway.md), Limits). One upload of each user is read at a time, and 64 of all; one that sends nothing for ten
seconds, or takes longer than thirty, is ended.`;

const OAUTH2 = `## OAuth2 tokens and codes

A \`redirect_uri\` may be left out where one is registered; where several are, the answer is \`invalid_request\`. A code whose
request named one is exchanged with the same one. Codes may be bound with PKCE: \`code_challenge\` with
\`code_challenge_method=S256\`, and \`code_verifier\` at the exchange; \`plain\` is refused.

A refresh token works once. The reply has the next one, which keeps all granted scopes; a \`scope\` parameter narrows the new
access token only. A second use revokes all tokens of the same code, unless it is within ten seconds of the first: then it
is refused alone (docs/adr/0022-refresh-tokens-work-once.md). Replies with tokens or codes carry \`Cache-Control: no-store\`.`;

const MESSAGES = `## Reactions, pinned messages, bulk deletion

An emoji in a path is characters, percent-encoded: one emoji of Unicode's recommended set; or \`name:id\`, an emoji of the
guild. Another value is refused with 404, code 10014. The same emoji with and without variation selectors is one. A message has reactions with at most 20
emojis (30010). Create reaction needs ADD_REACTIONS for an emoji that nobody has used; a second reaction of the same user with
the same emoji changes nothing. Delete user reaction needs MANAGE_MESSAGES for reactions of others. A message that is read
lists its \`reactions\`, with \`me\` for the caller's own; messages of events have no such list.

A channel has at most 50 pinned messages (30003). Pinning fires MESSAGE_UPDATE and CHANNEL_PINS_UPDATE, sets the channel's
\`last_pin_timestamp\`, and sends a system message. Bulk delete messages takes 2 to 100 ids, none older than 14 days (50034);
ids without a message count. It fires one MESSAGE_DELETE_BULK, and the audit log has one entry an author.

## Images

Icons and splashes of guilds are JPEGs of 128 pixels a side. Avatars, emojis and icons of applications are PNG, JPEG or GIF of at
most 1024 pixels a side. No file has more than 256 KiB. They are served without a token: \`/cdn/icons/{guild}/{hash}.jpg\`,
\`/cdn/splashes/{guild}/{hash}.jpg\`, \`/cdn/avatars/{user}/{hash}.png\`, \`/cdn/app-icons/{application}/{hash}.png\`. The authorization
page shows the application's icon from there; the console gets it through the daemon, which fetches it from the person's service.
Where there is none, or it cannot be read, both show the first letter of the application's name.

## Emojis

A guild has at most 50 emojis and 50 animated ones (30008): a PNG, JPEG or GIF of at most 256 KiB and 1024 pixels a side, as
data URI; a GIF counts as animated. Names have 2 to 32 letters, digits and underscores. \`roles\` names who may react with it;
empty: everybody. The image is \`/cdn/emojis/{emoji.id}.png\`. Emojis of other guilds cannot be used.

## System messages

The service sends messages without content about what a user did, who is their author: type 6 where a message is pinned,
and type 7 in the guild's \`system_channel_id\`, where it has one, when a member joins. They cannot be edited or pinned (50021);
MANAGE_MESSAGES and the author delete them. RPC clients receive them as MESSAGE_CREATE, without NOTIFICATION_CREATE.`;

const PRIVATE_CHANNELS = `## Private channels

\`POST /users/@me/channels\` with \`recipient_id\` opens a DM: the one channel of two users, of type 1. It is opened by people and bots
who share a guild with the other user; otherwise, for oneself and between bots the answer is 403, code 50007. Once the two share
no guild any more, messages and typing are refused alike, and both can still read. \`recipients\` are the other users; a private
channel has no \`guild_id\`, and neither have its messages and events.

A new DM is in the list of the user who opened it (\`GET /users/@me/channels\`, \`private_channels\` of READY). The first message puts
it in the other user's list, with CHANNEL_CREATE before MESSAGE_CREATE. DELETE closes a DM for the caller alone: it leaves the list
with CHANNEL_DELETE, keeps its messages, and the next message opens it again.

Operations on messages, reactions, pins and typing need no permission in a private channel. Everybody in it may pin; nobody
deletes messages or reactions of others. Custom emojis cannot be used for reactions. What only channels of guilds have (overwrites, invites, bulk deletion) is refused
with 403, code 50003. Who is not in a private channel gets 404, code 10003, as for an unknown one
(docs/adr/0021-private-channels.md).

### Groups

\`recipients\` with several ids creates a group, of type 3, of at most ten people (30004) who each share a guild with its creator; bots
are in none. Everybody in it adds others (PUT of a recipient, with a \`nick\` if need be), changes its \`name\` and \`icon\` (an image as for
avatars, below \`/cdn/channel-icons\`), and leaves it with DELETE of the channel. Its owner removes others. Ownership goes on to another
user when the owner leaves, and the group is deleted with its last one. Such changes send system messages of types 1, 2, 4 and 5.

The bot of an application creates a group with \`access_tokens\` of people who granted it the scope \`gdm.join\`, and \`nicks\` by user. It
adds others with an \`access_token\` and removes them, and at most ten such groups exist for an application (30013). The bot is not in
the group: it reads and writes nothing there.`;

const BOTS = `## Adding a bot

\`/oauth2/authorize?client_id=ID&scope=bot&permissions=BITS\` is the page on which a person adds the bot of an application to
a guild in which they have MANAGE_GUILD. \`permissions\` is the decimal sum of known bits. \`guild_id\` selects a guild, and
\`disable_guild_select=true\` offers no other one. With \`bot\` as the only scope, \`response_type\` and \`redirect_uri\` may be
left out; otherwise the redirect has \`guild_id\` and \`permissions\` beside the code or token. POST /oauth2/authorize needs
\`guild_id\`. AUTHORIZE and authorizations for one connection refuse \`bot\`.

The bot becomes a member with a managed role named after the application, which has the permissions that were asked for and
that the person has. Adding it again replaces the permissions of the role. The role goes with the bot. The error is
\`access_denied\` where the person may not add it, the guild is unknown or the bot is banned
(docs/adr/0023-adding-a-bot.md).`;

const TWO_FACTOR = `## Two-factor authentication

Who runs the service enables it for a person: \`guildhall users two-factor enable USER\` shows a secret for an authenticator
app once, and \`confirm USER\` takes its first code from standard input or a prompt and shows ten backup codes.
\`disable USER\` takes it away. Codes are those of RFC 6238 (SHA-1, 30 seconds, six digits), of the present time step or one
beside it. Each works once, and so do backup codes. After five wrong codes of one person none is verified for 15 minutes.

In a guild of \`mfa_level\` 1 the elevated permissions need it; of a bot, the owner of its application counts.
\`guildhall guilds configure ID --two-factor\` is refused where the owner of the guild does not have it. The authorization page
asks for a code besides the token. Tokens of people work without a code elsewhere.`;

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
    OAUTH2,
    BOTS,
    TWO_FACTOR,
    EMBEDS,
    FILES,
    MESSAGES,
    PRIVATE_CHANNELS,
    INTEGRATIONS,
    '',
  ].join('\n\n');
}

const WEB_PAGES = `## Calls from web pages

\`/api/oauth2/authorize\` is a page where a browser asks for one (\`Accept: text/html\`): there a person lets an application
in, with a code or a token as the answer, or does not. A page of another origin reads nothing of the service: no reply
carries CORS headers and no preflight is answered, but for the images and files below \`/cdn\`, which any page may read without
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
