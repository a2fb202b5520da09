// UNTESTED: written for macOS, neither compiled nor run there.
// A process without privileges sees the descriptors of its own user's processes only. A connection of anybody
// else, root included, is therefore not found, and refused.
#include <arpa/inet.h>
#include <libproc.h>
#include <netinet/in.h>
#include <sys/proc_info.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "peer-credentials/peer_credentials.h"

namespace guildhall {
namespace {

std::vector<pid_t> ListProcesses() {
  const int expected = proc_listallpids(nullptr, 0);
  // New processes may start between the two calls.
  std::vector<pid_t> pids(static_cast<size_t>(std::max(expected, 0)) + 64);
  const int count = proc_listallpids(pids.data(), static_cast<int>(pids.size() * sizeof(pid_t)));
  pids.resize(static_cast<size_t>(std::max(count, 0)));
  return pids;
}

std::vector<proc_fdinfo> ListDescriptors(pid_t pid) {
  const int bytes = proc_pidinfo(pid, PROC_PIDLISTFDS, 0, nullptr, 0);
  if (bytes <= 0) return {};
  std::vector<proc_fdinfo> descriptors(static_cast<size_t>(bytes) / sizeof(proc_fdinfo));
  const int filled = proc_pidinfo(pid, PROC_PIDLISTFDS, 0, descriptors.data(), bytes);
  descriptors.resize(static_cast<size_t>(std::max(filled, 0)) / sizeof(proc_fdinfo));
  return descriptors;
}

TcpEndpoint EndpointOf(const in_sockinfo& socket, bool is_local) {
  TcpEndpoint endpoint;
  endpoint.port = ntohs(static_cast<uint16_t>(is_local ? socket.insi_lport : socket.insi_fport));
  if ((socket.insi_vflag & INI_IPV4) != 0) {
    const in_addr& address =
        is_local ? socket.insi_laddr.ina_46.i46a_addr4 : socket.insi_faddr.ina_46.i46a_addr4;
    endpoint.address = MapIpv4(reinterpret_cast<const uint8_t*>(&address));
  } else {
    const in6_addr& address = is_local ? socket.insi_laddr.ina_6 : socket.insi_faddr.ina_6;
    std::copy(address.s6_addr, address.s6_addr + 16, endpoint.address.begin());
  }
  return endpoint;
}

// Whether a process has a TCP socket that `is_wanted`.
template <typename Predicate>
bool HoldsSocket(pid_t pid, Predicate is_wanted) {
  for (const proc_fdinfo& descriptor : ListDescriptors(pid)) {
    if (descriptor.proc_fdtype != PROX_FDTYPE_SOCKET) continue;
    socket_fdinfo info{};
    const int size = proc_pidfdinfo(pid, descriptor.proc_fd, PROC_PIDFDSOCKETINFO, &info, sizeof(info));
    if (size != static_cast<int>(sizeof(info)) || info.psi.soi_kind != SOCKINFO_TCP) continue;
    if (is_wanted(info.psi.soi_proto.pri_tcp)) return true;
  }
  return false;
}

}  // namespace

PeerOwner FindTcpPeer(const TcpEnds& ends) {
  PeerOwner owner;
  const auto is_peer = [&ends](const tcp_sockinfo& socket) {
    return EndpointOf(socket.tcpsi_ini, true) == ends.peer &&
           EndpointOf(socket.tcpsi_ini, false) == ends.local;
  };
  for (const pid_t pid : ListProcesses()) {
    if (!HoldsSocket(pid, is_peer)) continue;
    proc_bsdshortinfo process{};
    const int size = proc_pidinfo(pid, PROC_PIDT_SHORTBSDINFO, 0, &process, sizeof(process));
    if (size != static_cast<int>(sizeof(process))) continue;
    owner.status = PeerStatus::kFound;
    owner.user = std::to_string(process.pbsi_uid);
    owner.pid = pid;
    return owner;
  }
  return owner;
}

uint64_t FindUnixPeerInode(int) { return 0; }

int64_t FindTcpListener(uint16_t port) {
  const auto is_listener = [port](const tcp_sockinfo& socket) {
    return socket.tcpsi_state == TSI_S_LISTEN && EndpointOf(socket.tcpsi_ini, true).port == port;
  };
  for (const pid_t pid : ListProcesses()) {
    if (HoldsSocket(pid, is_listener)) return pid;
  }
  return 0;
}

std::optional<uint64_t> CountUnread(const TcpEnds&, uint64_t) { return std::nullopt; }

PeerOwner FindUnixPeer(int fd) {
  PeerOwner owner;
  uid_t uid = 0;
  gid_t gid = 0;
  if (getpeereid(fd, &uid, &gid) != 0) return owner;
  owner.status = PeerStatus::kFound;
  owner.user = std::to_string(uid);
  pid_t pid = 0;
  socklen_t size = sizeof(pid);
  if (getsockopt(fd, SOL_LOCAL, LOCAL_PEERPID, &pid, &size) == 0) owner.pid = pid;
  return owner;
}

std::string FindProgram(int64_t pid) {
  char path[PROC_PIDPATHINFO_MAXSIZE];
  const int length = proc_pidpath(static_cast<int>(pid), path, sizeof(path));
  return length > 0 ? std::string(path, static_cast<size_t>(length)) : "";
}

}  // namespace guildhall
