#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>

#include "peer-credentials/peer_credentials.h"
#include "peer-credentials/proc_net_tcp.h"
#include "peer-credentials/sock_diag.h"

namespace guildhall {

namespace {

// Its queries are about the peer's socket: its local end is our remote one.
SockDiag& KernelQueries() {
  static SockDiag sock_diag;
  return sock_diag;
}

}  // namespace

PeerOwner FindTcpPeer(const TcpEnds& ends) {
  const PeerOwner owner = KernelQueries().FindOwner(ends.peer, ends.local);
  return owner.status == PeerStatus::kUnavailable ? FindOwnerInProc(ends.peer, ends.local) : owner;
}

std::optional<uint64_t> CountUnread(const TcpEnds& ends, uint64_t sent) {
  const std::optional<uint64_t> read = KernelQueries().CountRead(ends.peer, ends.local);
  if (!read) return std::nullopt;
  return sent - std::min(sent, *read);
}

PeerOwner FindUnixPeer(int fd) {
  ucred credentials{};
  socklen_t size = sizeof(credentials);
  PeerOwner owner;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return owner;
  // A descriptor that is not a connected Unix socket has no peer process.
  if (size != sizeof(credentials) || credentials.pid <= 0) return owner;
  owner.status = PeerStatus::kFound;
  owner.user = std::to_string(credentials.uid);
  owner.pid = credentials.pid;
  return owner;
}

uint64_t FindUnixPeerInode(int fd) {
  struct stat own {};
  if (fstat(fd, &own) != 0 || !S_ISSOCK(own.st_mode)) return 0;
  return KernelQueries().FindUnixPeer(static_cast<uint32_t>(own.st_ino));
}

int64_t FindTcpListener(uint16_t) { return 0; }

std::string FindProgram(int64_t) { return ""; }

}  // namespace guildhall
