#pragma once

#include <linux/inet_diag.h>
#include <linux/netlink.h>

#include <array>
#include <cstddef>
#include <mutex>
#include <optional>

#include "peer-credentials/peer_credentials.h"

namespace guildhall {

// Queries the Linux kernel for single sockets (NETLINK_SOCK_DIAG). Keeps one netlink socket open.
// Thread-safe.
class SockDiag {
 public:
  ~SockDiag();

  // Finds the owner of the socket with exactly these ends. kUnavailable if the kernel was built without
  // sock_diag or a sandbox forbids it.
  PeerOwner FindOwner(const TcpEndpoint& socket_end, const TcpEndpoint& other_end);

  // The bytes that the program of this socket has read; nothing if it is unknown.
  std::optional<uint64_t> CountRead(const TcpEndpoint& socket_end, const TcpEndpoint& other_end);

  // The inode of the socket that the Unix socket with this inode is connected to; 0 if it is unknown.
  uint32_t FindUnixPeer(uint32_t inode);

 private:
  enum class State { kUntried, kUsable, kUnavailable };

  // What the kernel says about one socket.
  struct Answer {
    inet_diag_msg socket{};
    // Only if it was asked for.
    std::optional<uint64_t> received;
  };
  enum class Detail { kSocket, kSocketAndInfo };

  // More than the size of any answer about one socket.
  using Buffer = std::array<char, 4096>;

  // Finds the socket with exactly these ends.
  PeerStatus Find(const TcpEndpoint& socket_end, const TcpEndpoint& other_end, Detail detail, Answer& answer);
  bool EnsureUsable();
  // Whether the kernel finds a socket that certainly exists. A kernel without the module returns ENOENT for
  // every query.
  bool AnswersAboutOwnListener();
  PeerStatus Query(int family, const inet_diag_sockid& id, Detail detail, Answer& answer);
  // Sends a request of the length that its header says, and completes the header.
  bool Send(nlmsghdr& request);
  // Receives the answer to the last request, whose body has at least this size, into `buffer`.
  PeerStatus Receive(size_t body_size, Buffer& buffer);

  std::mutex mutex_;
  State state_ = State::kUntried;
  int fd_ = -1;
  uint32_t sequence_ = 0;
};

}  // namespace guildhall
