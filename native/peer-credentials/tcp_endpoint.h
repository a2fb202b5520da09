#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace guildhall {

// One end of a TCP connection. An IPv4 address is stored as its IPv4-mapped IPv6 address, so that both
// notations compare equal.
struct TcpEndpoint {
  // In network byte order.
  std::array<uint8_t, 16> address{};
  // In host byte order.
  uint16_t port = 0;

  bool operator==(const TcpEndpoint& other) const { return address == other.address && port == other.port; }
  bool is_ipv4() const;
};

// The two ends of a TCP connection between two sockets of this machine, as the calling process sees them.
struct TcpEnds {
  TcpEndpoint local;
  TcpEndpoint peer;
};

// Parses an address such as "127.0.0.1", "::1" or "::ffff:127.0.0.1". Returns nothing if the address is
// invalid or the port is not in 1–65535.
std::optional<TcpEndpoint> ParseTcpEndpoint(const std::string& address, int64_t port);

// The IPv4-mapped IPv6 address of an IPv4 address of 4 bytes in network byte order.
std::array<uint8_t, 16> MapIpv4(const uint8_t* address);

}  // namespace guildhall
