import type { DaemonProcess } from './daemon-process.js';
import { GatewayConnection } from './gateway-connection.js';
import { blankJpegFile } from './jpeg.js';
import { findBy, type Json, listAt, textAt, valueAt, WrongReply } from './json.js';
import { type RestReply, type RestRequest, sendRest } from './rest.js';
import { RpcConnection } from './rpc-connection.js';
import type { VirtualDisplay } from './virtual-display.js';
import { waitFor } from './wait.js';

export interface Application {
  readonly id: string;
  readonly secret: string;
  /** the Authorization header of its bot */
  readonly bot: string;
}

export interface Person {
  readonly id: string;
  /** the Authorization header of the person */
  readonly token: string;
}

export interface Guild {
  readonly id: string;
  readonly text: string;
  readonly voice: string;
  readonly lounge: string;
}

const ORIGIN = 'http://localhost:3000';
export const REDIRECT = 'http://localhost:3000/callback';
const SCOPES: readonly string[] = [
  ...['rpc', 'rpc.api', 'identify', 'guilds', 'guilds.join', 'messages.read', 'rpc.notifications.read'],
];

/** People, applications and a guild that the rows work with. */
export class World {
  readonly origin = ORIGIN;
  readonly #tokens = new Map<string, Promise<string>>();
  readonly #people = new Map<string, Promise<Person>>();
  #names = 0;

  private constructor(
    readonly daemon: DaemonProcess,
    readonly display: VirtualDisplay | null,
    /** the person the daemon is signed in as */
    readonly me: Person,
    readonly ada: Person,
    /** approved, with an icon */
    readonly game: Application,
    readonly rival: Application,
    /** not approved, and without a whitelist */
    readonly novice: Application,
    readonly guild: Guild,
    /** what Ada, a member of the guild, receives and does */
    readonly gateway: GatewayConnection,
    readonly gatewayUrl: string,
  ) {}

  static async make(daemon: DaemonProcess, display: VirtualDisplay | null): Promise<World> {
    const icon = await daemon.createFile('icon.jpeg', blankJpegFile(128, 128));
    const [me, ada, game, rival, novice] = await Promise.all([
      daemon.cli('whoami').then(toPerson),
      createPerson(daemon, 'Ada'),
      createApplication(daemon, 'Game', '--approved', '--bot', '--icon', icon),
      createApplication(daemon, 'Rival', '--approved', '--bot'),
      createApplication(daemon, 'Novice', '--bot'),
    ]);
    const guild = await createGuild(daemon, game.bot);
    const gatewayUrl = textAt(
      (await sendRest(daemon.apiUrl, { method: 'GET', path: '/gateway' })).body,
      'url',
    );
    const gateway = await GatewayConnection.open(gatewayUrl, ada.token);
    const world = new World(daemon, display, me, ada, game, rival, novice, guild, gateway, gatewayUrl);
    for (const person of [me, ada]) await world.join(game.bot, guild.text, person);
    return world;
  }

  /** A name nobody had in this run. */
  uniqueName(prefix: string): string {
    this.#names += 1;
    return `${prefix}${this.#names}`;
  }

  /** A person by name; the same for each call. */
  person(name: string): Promise<Person> {
    const known = this.#people.get(name) ?? this.createPerson(name);
    this.#people.set(name, known);
    return known;
  }

  /** Removes a guild, if it is still there. */
  async deleteGuild(id: string, owner: string): Promise<void> {
    await sendRest(this.daemon.apiUrl, { method: 'DELETE', path: `/guilds/${id}`, as: owner });
  }

  createPerson(name: string): Promise<Person> {
    return createPerson(this.daemon, name);
  }

  createApplication(name: string, ...flags: readonly string[]): Promise<Application> {
    return createApplication(this.daemon, name, ...flags);
  }

  /** Sends a request that may be refused. */
  tryRest(request: RestRequest): Promise<RestReply> {
    return sendRest(this.daemon.apiUrl, request);
  }

  /** Sends a request that is not what a row is about. @throws WrongReply where it fails */
  async rest(request: RestRequest): Promise<RestReply> {
    const reply = await sendRest(this.daemon.apiUrl, request);
    if (reply.status >= 300)
      throw new WrongReply(
        `${request.method} ${request.path}: ${reply.status} ${JSON.stringify(reply.body)}`,
      );
    return reply;
  }

  /** Brings a person into the guild of a channel, by an invite. */
  async join(by: string, channelId: string, person: Person): Promise<void> {
    const invite = await this.rest({
      method: 'POST',
      path: `/channels/${channelId}/invites`,
      as: by,
      body: { unique: true },
    });
    const path = `/invites/${textAt(invite.body, 'code')}`;
    await this.rest({ method: 'POST', path, as: person.token, body: {} });
  }

  /** An access token that a person gave an application; the same for each call. */
  token(app: Application, person: Person = this.me): Promise<string> {
    const key = `${app.id} ${person.id}`;
    const known = this.#tokens.get(key) ?? this.#createToken(app, person);
    this.#tokens.set(key, known);
    return known;
  }

  /** Exchanges a code as the specification says; the redirect URI is a registered one. */
  exchange(app: Application, code: string): Promise<RestReply> {
    return this.rest({ method: 'POST', path: '/oauth2/token', form: exchangeForm(app, code) });
  }

  /** Asks for scopes as a game does, and has the person approve by the CLI. Gives the code. */
  async authorize(app: Application, scopes: readonly string[] = SCOPES): Promise<string> {
    const { rpcPort: port } = this.daemon;
    const connection = RpcConnection.open({ port, clientId: app.id, origin: ORIGIN });
    try {
      await connection.event('READY');
      const nonce = connection.send('AUTHORIZE', { client_id: app.id, scopes });
      let isAnswered = false;
      const reply = connection.reply(nonce).finally(() => {
        isAnswered = true;
      });
      // What was granted before is granted again without a question.
      await this.#approve(app, () => isAnswered);
      return textAt(await reply, 'data', 'code');
    } finally {
      await connection.close();
    }
  }

  /** Approves the request of an application, unless it was answered without one. */
  async #approve(app: Application, isAnswered: () => boolean): Promise<void> {
    const request = await waitFor('the request for consent', async () => {
      if (isAnswered()) return null;
      const waiting = listAt({ list: await this.daemon.cli('consent', 'list') }, 'list');
      return waiting.find((each) => valueAt(each, 'application', 'id') === app.id);
    });
    if (request === null) return;
    await this.daemon.cli('consent', 'approve', textAt(request, 'id'), '--remember', '--allow-capture');
  }

  async say(content: string, channelId = this.guild.text): Promise<Json> {
    const path = `/channels/${channelId}/messages`;
    const reply = await this.rest({ method: 'POST', path, as: this.ada.token, body: { content } });
    return reply.body ?? null;
  }

  async #createToken(app: Application, person: Person): Promise<string> {
    const code = await (person === this.me ? this.authorize(app) : this.#grant(app, person));
    return textAt((await this.exchange(app, code)).body, 'access_token');
  }

  /** A code that a person gives by the service itself, without a daemon. */
  async #grant(app: Application, person: Person): Promise<string> {
    const scope = SCOPES.join(' ');
    const query = { response_type: 'code', client_id: app.id, scope, redirect_uri: REDIRECT };
    const path = `/oauth2/authorize?${new URLSearchParams(query)}`;
    const granted = await this.rest({ method: 'POST', path, as: person.token, body: { authorize: true } });
    return new URL(textAt(granted.body, 'location')).searchParams.get('code') ?? '';
  }
}

export function exchangeForm(app: Application, code: string): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    code,
    client_id: app.id,
    client_secret: app.secret,
    redirect_uri: REDIRECT,
  };
}

function toPerson(json: Json): Person {
  return { id: textAt(json, 'id'), token: textAt(json, 'token') };
}

async function createPerson(daemon: DaemonProcess, name: string): Promise<Person> {
  return toPerson(await daemon.cli('users', 'create', '--username', name));
}

async function createApplication(
  daemon: DaemonProcess,
  name: string,
  ...flags: readonly string[]
): Promise<Application> {
  const made = await daemon.cli(
    ...['apps', 'create', '--name', name, '--description', `${name} of the audit`],
    ...['--origin', ORIGIN, '--redirect', REDIRECT, ...flags],
  );
  const bot = flags.includes('--bot') ? `Bot ${textAt(made, 'bot', 'token')}` : '';
  return { id: textAt(made, 'id'), secret: textAt(made, 'client_secret'), bot };
}

async function createGuild(daemon: DaemonProcess, bot: string): Promise<Guild> {
  const channels = [
    { name: 'talk', type: 0 },
    { name: 'Voice', type: 2 },
    { name: 'Lounge', type: 2 },
  ];
  const body = { name: 'Castle', channels };
  const guild = (await sendRest(daemon.apiUrl, { method: 'POST', path: '/guilds', as: bot, body })).body;
  const id = textAt(guild, 'id');
  const listed = (await sendRest(daemon.apiUrl, { method: 'GET', path: `/guilds/${id}/channels`, as: bot }))
    .body;
  const idOf = (name: string) => textAt(findBy(listed, 'name', name), 'id');
  return { id, text: idOf('talk'), voice: idOf('Voice'), lounge: idOf('Lounge') };
}
