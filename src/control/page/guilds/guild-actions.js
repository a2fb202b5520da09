import { toVisibleText } from '../../../platform/text/visible-text.js';
import { ConfirmDialog } from '../shell/confirm-dialog.js';
import { copyButton } from '../shell/copy-button.js';
import { byId, element, foreignText } from '../shell/dom.js';
import { FormDialog } from '../shell/form-dialog.js';

/** @typedef {import('../../guilds/guild-schemas.js').ShownGuild} ShownGuild */
/** @typedef {import('../shell/form-dialog.js').Form} Form */
/** @typedef {readonly [method: string, path: string, body?: object]} Call */

/**
 * Something that the person does in a guild: a form, or a question with `isFinal`, and the request that follows.
 *
 * @typedef {object} Action
 * @property {string} label of the button
 * @property {(guild: ShownGuild) => Form} form
 * @property {(values: Record<string, string>, guild: ShownGuild) => Call} call
 * @property {boolean} [isDangerous]
 */

const TYPES = [
  { id: '0', name: 'Text' },
  { id: '2', name: 'Voice' },
  { id: '4', name: 'Category' },
];
const CATEGORY = 4;
const NONE = { id: '', name: 'None' };

/** @type {readonly Action[]} */
const ACTIONS = [
  {
    label: 'New channel',
    form: ({ channels }) => ({
      title: 'New channel',
      yes: 'Create',
      fields: [
        { name: 'name', label: 'Name' },
        { name: 'type', label: 'Type', options: TYPES },
        {
          name: 'parent',
          label: 'Category',
          isOptional: true,
          options: [NONE, ...channels.filter(({ type }) => type === CATEGORY)],
        },
      ],
    }),
    call: ({ name, type, parent }, guild) => [
      'POST',
      `${pathOf(guild)}/channels`,
      { name, type: Number(type), ...(parent ? { parent_id: parent } : {}) },
    ],
  },
  {
    label: 'Rename channel',
    form: ({ channels }) => ({
      title: 'Rename a channel',
      yes: 'Rename',
      fields: [
        { name: 'channel', label: 'Channel', options: channels },
        { name: 'name', label: 'New name' },
      ],
    }),
    call: ({ channel, name }) => ['PATCH', `/channels/${id(channel)}`, { name }],
  },
  {
    label: 'Delete channel',
    isDangerous: true,
    form: ({ channels }) => ({
      title: 'Delete a channel',
      note: 'Its messages are deleted, too. This cannot be undone.',
      yes: 'Delete',
      fields: [{ name: 'channel', label: 'Channel', options: channels }],
    }),
    call: ({ channel }) => ['DELETE', `/channels/${id(channel)}`],
  },
  {
    label: 'New role',
    form: () => ({ title: 'New role', yes: 'Create', fields: [{ name: 'name', label: 'Name' }] }),
    call: ({ name }, guild) => ['POST', `${pathOf(guild)}/roles`, { name }],
  },
  {
    label: 'Give role',
    form: memberAndRole('Give a member a role', 'Give'),
    call: (values, guild) => ['POST', memberRole(values, guild), {}],
  },
  {
    label: 'Take role',
    form: memberAndRole('Take a role from a member', 'Take'),
    call: (values, guild) => ['DELETE', memberRole(values, guild)],
  },
  {
    label: 'Delete role',
    isDangerous: true,
    form: ({ roles }) => ({
      title: 'Delete a role',
      note: 'It is taken from its members.',
      yes: 'Delete',
      fields: [{ name: 'role', label: 'Role', options: roles }],
    }),
    call: ({ role }, guild) => ['DELETE', `${pathOf(guild)}/roles/${id(role)}`],
  },
  {
    label: 'Remove member',
    isDangerous: true,
    form: ({ members }) => ({
      title: 'Remove a member',
      note: 'They can join again with an invite.',
      yes: 'Remove',
      fields: [{ name: 'user', label: 'Member', options: members }],
    }),
    call: ({ user }, guild) => ['DELETE', `${pathOf(guild)}/members/${id(user)}`],
  },
  {
    label: 'Ban member',
    isDangerous: true,
    form: ({ members }) => ({
      title: 'Ban a member',
      note: 'They are removed and cannot join again until the ban is lifted.',
      yes: 'Ban',
      fields: [
        { name: 'user', label: 'Member', options: members },
        { name: 'reason', label: 'Reason', isOptional: true, most: 512 },
      ],
    }),
    call: ({ user, reason }, guild) => [
      'POST',
      `${pathOf(guild)}/bans/${id(user)}`,
      reason ? { reason } : {},
    ],
  },
  {
    label: 'Rename guild',
    form: ({ name }) => ({
      title: 'Rename this guild',
      yes: 'Rename',
      fields: [{ name: 'name', label: 'Name', value: name }],
    }),
    call: ({ name }, guild) => ['POST', `${pathOf(guild)}/name`, { name }],
  },
];

/** What the person does with their guilds. Their rights decide; the service says what it refuses. */
export class GuildActions {
  #requests;
  #forms = new FormDialog();
  #confirm = new ConfirmDialog();
  #notice = byId('guilds-notice');
  /** @type {ShownGuild | null} */
  #guild = null;

  /** @param {import('../daemon/requests.js').Requests} requests */
  constructor(requests) {
    this.#requests = requests;
    for (const button of document.querySelectorAll('[data-guild-action]')) {
      button.addEventListener(
        'click',
        () => void this.#start(button.getAttribute('data-guild-action') ?? ''),
      );
    }
    byId('guild-actions').append(
      ...ACTIONS.map((action) => {
        const attributes = { type: 'button', class: action.isDangerous ? 'small danger' : 'small' };
        const button = element('button', attributes, action.label);
        button.addEventListener('click', () => void this.#run(action));
        return button;
      }),
      this.#final('Leave guild', 'Leave', (path) => ['DELETE', `${path}/membership`]),
      this.#final('Delete guild', 'Delete for good', (path) => ['DELETE', path]),
    );
  }

  /** @param {ShownGuild | null} guild that is shown */
  show(guild) {
    if (guild?.id !== this.#guild?.id) this.#notice.hidden = true;
    this.#guild = guild;
  }

  /** @param {string} name of an action that needs no guild */
  #start(name) {
    if (name === 'create') return this.#create();
    if (name === 'join') return this.#join();
    if (name === 'invite') return this.#invite();
    return this.#openDemo();
  }

  async #create() {
    const values = await this.#forms.ask({
      title: 'Create a guild',
      note: 'It is yours, and starts with a text and a voice channel.',
      yes: 'Create',
      fields: [{ name: 'name', label: 'Name' }],
    });
    if (values !== null) this.#open(await this.#requests.send('/guilds', 'POST', values));
  }

  async #join() {
    const values = await this.#forms.ask({
      title: 'Join by invite',
      yes: 'Join',
      fields: [{ name: 'code', label: 'Invite code' }],
    });
    const code = values?.code?.split('/').findLast((part) => part !== '');
    if (code === undefined) return;
    const accepted = await this.#requests.send(`/invites/${id(code)}`, 'POST', {});
    this.#open(accepted?.guild);
  }

  async #openDemo() {
    this.#open(await this.#requests.send('/demo/guild', 'POST', {}));
  }

  async #invite() {
    const guild = this.#guild;
    const channel =
      guild?.channels.find(({ type }) => type === 0) ?? guild?.channels.find(({ type }) => type === 2);
    if (channel === undefined) return;
    const invite = await this.#requests.send(`/channels/${id(channel.id)}/invites`, 'POST', {});
    if (invite === undefined) return;
    const code = element('code', { id: 'invite-code' }, toVisibleText(invite.code));
    this.#notice.replaceChildren(
      'Anybody with an account here can join ',
      foreignText('bdi', '', invite.guild.name),
      ' within a day with the code ',
      code,
      ' ',
      copyButton(code, 'invite code'),
    );
    this.#notice.hidden = false;
  }

  /** @param {{ readonly id: string } | undefined} guild undefined: there is none */
  #open(guild) {
    if (guild !== undefined) location.hash = `#guilds/${guild.id}`;
  }

  /** @param {Action} action */
  async #run({ form, call, isDangerous = false }) {
    const guild = this.#guild;
    if (guild === null) return;
    const values = await this.#forms.ask({ ...form(guild), isDangerous });
    if (values !== null) await this.#send(call(values, guild));
  }

  /**
   * A button for what ends a guild for the person.
   *
   * @param {string} label
   * @param {string} yes
   * @param {(path: string) => Call} call
   */
  #final(label, yes, call) {
    const button = element('button', { type: 'button', class: 'small danger' }, label);
    button.addEventListener('click', async () => {
      const guild = this.#guild;
      if (guild === null) return;
      const isAgreed = await this.#confirm.ask({
        title: `${label}: ${toVisibleText(guild.name)}?`,
        text: label.startsWith('Delete')
          ? 'Its channels and messages are deleted for everybody. This cannot be undone.'
          : 'To come back you need an invite.',
        yes,
        isDangerous: true,
      });
      if (isAgreed && (await this.#send(call(pathOf(guild)))) !== undefined) location.hash = '#guilds';
    });
    return button;
  }

  /** @param {Call} call */
  #send([method, path, body]) {
    return this.#requests.send(path, method, body);
  }
}

/**
 * @param {string} title
 * @param {string} yes
 * @returns {Action['form']}
 */
function memberAndRole(title, yes) {
  return ({ members, roles }) => ({
    title,
    yes,
    fields: [
      { name: 'user', label: 'Member', options: members },
      { name: 'role', label: 'Role', options: roles },
    ],
  });
}

/**
 * @param {Record<string, string>} values
 * @param {ShownGuild} guild
 */
function memberRole({ user, role }, guild) {
  return `${pathOf(guild)}/members/${id(user)}/roles/${id(role)}`;
}

/** @param {Pick<ShownGuild, 'id'>} guild */
function pathOf(guild) {
  return `/guilds/${id(guild.id)}`;
}

/** @param {string | undefined} value as part of a path */
function id(value) {
  return encodeURIComponent(value ?? '');
}
