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

  // The bytes that the program of this socket has read; nothing if it is unknown.
  std::optional<uint64_t> CountRead(const TcpEndpoint& socket_end, const TcpEndpoint& other_end);

 private:
  enum class State { kUntried, kUsable, kUnavailable };

  // What the kernel says about one socket.
  struct Answer {
    inet_diag_msg socket{};
    // Only if it was asked for.
    std::optional<uint64_t> received;
  };
  enum class Detail { kSocket, kSocketAndInfo };

  // Finds the socket with exactly these ends.
  PeerStatus Find(const TcpEndpoint& socket_end, const TcpEndpoint& other_end, Detail detail, Answer& answer);
  bool EnsureUsable();
  // Whether the kernel finds a socket that certainly exists. A kernel without the module returns ENOENT for
  // every query.
  bool AnswersAboutOwnListener();
  PeerStatus Query(int family, const inet_diag_sockid& id, Detail detail, Answer& answer);
  bool Send(int family, const inet_diag_sockid& id, Detail detail);
  PeerStatus Receive(Answer& answer);

  std::mutex mutex_;
  State state_ = State::kUntried;
  int fd_ = -1;
  uint32_t sequence_ = 0;
};

}  // namespace guildhall
