#include "peer-credentials/tcp_endpoint.h"

#ifdef _WIN32
#include <winsock2.h>
#include <ws2tcpip.h>
#else
#include <arpa/inet.h>
#endif

#include <algorithm>

namespace guildhall {
namespace {

constexpr std::array<uint8_t, 12> kMappedPrefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

}  // namespace

bool TcpEndpoint::is_ipv4() const {
  return std::equal(kMappedPrefix.begin(), kMappedPrefix.end(), address.begin());
}

std::array<uint8_t, 16> MapIpv4(const uint8_t* address) {
  std::array<uint8_t, 16> mapped{};
  std::copy(kMappedPrefix.begin(), kMappedPrefix.end(), mapped.begin());
  std::copy(address, address + 4, mapped.begin() + kMappedPrefix.size());
  return mapped;
}

std::optional<TcpEndpoint> ParseTcpEndpoint(const std::string& address, int64_t port) {
  if (port < 1 || port > UINT16_MAX) return std::nullopt;
  TcpEndpoint endpoint;
  endpoint.port = static_cast<uint16_t>(port);
  std::array<uint8_t, 4> ipv4{};
  if (inet_pton(AF_INET, address.c_str(), ipv4.data()) == 1) {
    endpoint.address = MapIpv4(ipv4.data());
    return endpoint;
  }
  if (inet_pton(AF_INET6, address.c_str(), endpoint.address.data()) == 1) return endpoint;
  return std::nullopt;
}

}  // namespace guildhall
