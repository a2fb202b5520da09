/** A command line and what it does. */
export interface Example {
  readonly line: string;
  readonly does: string;
}

/** Examples by command; shown in its help, in the manual page and in docs/cli.md. */
export const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  start: [
    { line: 'guildhall start', does: 'run the daemon in this terminal' },
    { line: 'guildhall start --no-open --log-level warn', does: 'open no browser, log only problems' },
  ],
  'service install': [
    { line: 'guildhall service install', does: 'run the daemon whenever you are logged in' },
    { line: 'guildhall service install --print', does: 'see what that would write and run' },
  ],
  doctor: [{ line: 'guildhall doctor', does: 'find out why something does not work' }],
  logs: [{ line: 'guildhall logs --follow --level warn', does: 'watch warnings and errors' }],
  'consent approve': [
    { line: 'guildhall consent list', does: 'see which applications ask for access' },
    { line: 'guildhall consent approve ID --remember', does: 'allow one until revoked' },
  ],
  'grants revoke': [{ line: 'guildhall grants revoke ID', does: 'take everything back from an application' }],
  'messages send': [
    { line: 'guildhall messages send general "Hello"', does: 'write a message to a channel' },
    { line: 'make 2>&1 | tail -5 | guildhall messages send builds', does: 'send what a program prints' },
  ],
  'apps create': [
    {
      line: 'guildhall apps create --name Overlay --origin http://localhost:3000',
      does: 'register an application that runs in a browser',
    },
  ],
  backup: [
    { line: 'guildhall backup ~/guildhall.tar', does: 'copy everything the daemon keeps, while it runs' },
  ],
  'support-bundle': [
    {
      line: 'guildhall support-bundle report.json',
      does: 'write a report that you can read and send to others',
    },
  ],
  restore: [
    { line: 'guildhall restore ~/guildhall.tar', does: 'put it back; the former data is kept aside' },
  ],
  devices: [{ line: 'guildhall devices --watch', does: 'see devices come and go' }],
  'voice join': [{ line: 'guildhall voice join Lounge', does: 'join a voice channel by its name' }],
  completion: [
    { line: 'source <(guildhall completion bash)', does: 'complete commands in this bash' },
    {
      line: 'guildhall completion fish > ~/.config/fish/completions/guildhall.fish',
      does: 'complete commands in every fish',
    },
  ],
};

/** What an exit code means. */
export const EXIT_CODES: Readonly<Record<string, string>> = {
  0: 'success',
  1: 'an error; it is printed with a hint',
  2: 'wrong usage, e.g. an unknown flag or a value that a flag does not accept',
  70: 'the daemon ended after an unexpected fault',
};

/** Variables of the environment that commands read. */
export const VARIABLES: Readonly<Record<string, string>> = {
  GUILDHALL_HOME: 'the home, unless --home is given',
  NO_COLOR: 'if it is set, nothing is printed in color',
  TERM: 'if it is dumb, nothing is printed in color and no progress is shown',
};

/** Files of the home that a person may look for. */
export const FILES: Readonly<Record<string, string>> = {
  'config.toml': 'settings: the flags of guildhall start, e.g. api_port = 6480',
  'runtime.json': 'the addresses of the running daemon',
  'store.db': 'guilds, accounts, applications and messages',
  attachments: 'files of messages',
  'account.json': 'the accounts that signed in, with their tokens',
  'voice.json': 'voice settings',
  'last-guild.json': 'the guild that commands used last',
  'activities.json': 'the programs that may show an activity, and those that may not',
  'guildhall.log': 'the log, at most 5 MiB; guildhall.log.1 is the one before',
};
