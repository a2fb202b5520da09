import { spawnSync } from 'node:child_process';

// Loaded into a daemon with `node --import`: SIGUSR2 blocks the event loop for a second, and sends the service manager a
// message before and after it.

const BLOCK = `
  use Socket;
  my $name = $ENV{NOTIFY_SOCKET}; $name =~ s/^@/\\0/;
  socket(my $socket, AF_UNIX, SOCK_DGRAM, 0) or die $!;
  connect($socket, pack('S a*', AF_UNIX, $name)) or die $!;
  send($socket, 'BLOCKED', 0); sleep 1; send($socket, 'RELEASED', 0);
`;

const environment = { ...process.env };
process.on('SIGUSR2', () => {
  spawnSync('perl', ['-e', BLOCK], { env: environment, stdio: 'inherit' });
});
