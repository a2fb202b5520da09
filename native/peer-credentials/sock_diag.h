#pragma once

#include <linux/inet_diag.h>

#include <mutex>
#include <optional>

#include "peer-credentials/peer_credentials.h"

namespace guildhall {

// Queries the Linux kernel for single TCP sockets (NETLINK_SOCK_DIAG). Keeps one netlink socket open.
// Thread-safe.
class SockDiag {
 public:
  ~SockDiag();

  // Finds the owner of the socket with exactly these ends. kUnavailable if the kernel was built without
  // sock_diag or a sandbox forbids it.
  PeerOwner FindOwner(const TcpEndpoint& socket_end, const TcpEndpoint& other_end);

 private:
  enum class State { kUntried, kUsable, kUnavailable };

  bool EnsureUsable();
  // Whether the kernel finds a socket that certainly exists. A kernel without the module returns ENOENT for
  // every query.
  bool AnswersAboutOwnListener();
  PeerStatus Query(int family, const inet_diag_sockid& id, inet_diag_msg& answer);
  bool Send(int family, const inet_diag_sockid& id);
  PeerStatus Receive(inet_diag_msg& answer);

  std::mutex mutex_;
  State state_ = State::kUntried;
  int fd_ = -1;
  uint32_t sequence_ = 0;
};

}  // namespace guildhall
