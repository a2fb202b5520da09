// Users and the ends of connections on Linux and macOS.
#include <netinet/in.h>
#include <pwd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "peer-credentials/peer_credentials.h"

namespace guildhall {
namespace {

std::optional<TcpEndpoint> ToEndpoint(const sockaddr_storage& address) {
  TcpEndpoint endpoint;
  if (address.ss_family == AF_INET) {
    sockaddr_in ipv4;
    std::memcpy(&ipv4, &address, sizeof(ipv4));
    endpoint.address = MapIpv4(reinterpret_cast<const uint8_t*>(&ipv4.sin_addr));
    endpoint.port = ntohs(ipv4.sin_port);
    return endpoint;
  }
  if (address.ss_family != AF_INET6) return std::nullopt;
  sockaddr_in6 ipv6;
  std::memcpy(&ipv6, &address, sizeof(ipv6));
  // An endpoint has no place for the interface.
  if (ipv6.sin6_scope_id != 0) return std::nullopt;
  std::copy(ipv6.sin6_addr.s6_addr, ipv6.sin6_addr.s6_addr + 16, endpoint.address.begin());
  endpoint.port = ntohs(ipv6.sin6_port);
  return endpoint;
}

// `find`: getsockname or getpeername.
std::optional<TcpEndpoint> FindEnd(int fd, int (*find)(int, sockaddr*, socklen_t*)) {
  sockaddr_storage address{};
  socklen_t length = sizeof(address);
  if (find(fd, reinterpret_cast<sockaddr*>(&address), &length) != 0) return std::nullopt;
  return ToEndpoint(address);
}

}  // namespace

std::optional<TcpEnds> FindTcpEnds(int fd) {
  const auto local = FindEnd(fd, getsockname);
  const auto peer = FindEnd(fd, getpeername);
  if (!local || !peer) return std::nullopt;
  return TcpEnds{*local, *peer};
}

std::string CurrentUser() { return std::to_string(geteuid()); }

std::string FindUser(const std::string& name) {
  const passwd* entry = getpwnam(name.c_str());
  return entry == nullptr ? "" : std::to_string(entry->pw_uid);
}

}  // namespace guildhall
