#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "peer-credentials/tcp_endpoint.h"

namespace guildhall {

enum class PeerStatus {
  kFound,
  // The other end was closed already, is not on this machine, or is in another network namespace.
  kNotFound,
  // The system cannot be queried, e.g. because a sandbox forbids it.
  kUnavailable,
};

// The owner of the other end of a connection.
struct PeerOwner {
  PeerStatus status = PeerStatus::kNotFound;
  // A uid in decimal, on Windows a SID such as "S-1-5-18"; empty unless found.
  std::string user;
  // The process that owns it; 0 if the system does not provide it (TCP on Linux).
  int64_t pid = 0;
  // The inode of the peer's socket, as in the links of /proc/PID/fd; 0 except for TCP on Linux.
  uint64_t inode = 0;
};

// The ends of the TCP connection with this descriptor; nothing if it is not a connection, or one over an
// interface that its address names. Always nothing on Windows.
std::optional<TcpEnds> FindTcpEnds(int fd);

// Looks up the owner of the other end of a TCP connection. Does not block, but takes milliseconds on macOS,
// where it walks through all processes. Thread-safe.
PeerOwner FindTcpPeer(const TcpEnds& ends);

// The process that listens on a TCP port of 127.0.0.1; 0 if there is none, or the system does not tell, as
// always on Linux, where /proc has it. On macOS only processes of this user are found.
int64_t FindTcpListener(uint16_t port);

// The number of the `sent` bytes of a TCP connection that the program at the other end has not read yet.
// Nothing if that is unknown, as always on Windows and macOS. Does not block. Thread-safe.
//
// `sent`: all that was written since the connection was opened.
std::optional<uint64_t> CountUnread(const TcpEnds& ends, uint64_t sent);

// Looks up who connected to the Unix socket `fd`, as of the moment of connecting. Always kUnavailable on
// Windows.
PeerOwner FindUnixPeer(int fd);

// The inode of the socket at the other end of the Unix socket `fd`, as in the links of /proc/PID/fd; 0 if it
// is unknown, as always on Windows and macOS.
uint64_t FindUnixPeerInode(int fd);

// The user of the calling process, in the format of `PeerOwner::user`; empty if it is unknown.
std::string CurrentUser();

// The user with this name, in the format of `PeerOwner::user`; empty if there is none. Queries the system's
// user database, which may be slow: call it only when a process starts.
std::string FindUser(const std::string& name);

// The path of the program that a process runs; empty if the process has ended, or the system does not tell
// this one. Always empty on Linux, where /proc has it.
std::string FindProgram(int64_t pid);

}  // namespace guildhall
