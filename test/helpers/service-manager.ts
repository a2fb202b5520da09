import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Receives datagrams as systemd does, and prints each as one line of hex; Node.js has no datagram sockets of this kind. */
const RECEIVER = `
  use Socket; $| = 1;
  my $name = shift; $name =~ s/^@/\\0/;
  socket(my $socket, AF_UNIX, SOCK_DGRAM, 0) or die $!;
  bind($socket, pack('S a*', AF_UNIX, $name)) or die $!;
  print "bound\\n";
  while (defined(recv($socket, my $message, 4096, 0))) { print unpack('H*', $message), "\\n"; }
`;

/** A service manager that services report to. It needs the program perl. */
export class TestServiceManager {
  /** the messages of the service */
  readonly messages: string[] = [];
  #rest = '';

  private constructor(private readonly process: ChildProcess) {
    process.stdout?.on('data', (chunk) => this.#read(String(chunk)));
  }

  /** @param socket the address of its socket, as in NOTIFY_SOCKET */
  static async start(socket: string): Promise<TestServiceManager> {
    const child = spawn('perl', ['-e', RECEIVER, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
    const bound = once(child.stdout, 'data');
    const manager = new TestServiceManager(child);
    await bound;
    return manager;
  }

  stop(): void {
    this.process.kill();
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    const messages = lines.filter((line) => line !== 'bound').map((hex) => Buffer.from(hex, 'hex'));
    this.messages.push(...messages.map(String));
  }
}
