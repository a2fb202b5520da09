#include "peer-credentials/proc_net_tcp.h"

#include <netinet/tcp.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

namespace guildhall {
namespace {

// Parses "0100007F:1F90", or the same with an address of 32 digits. An address is printed as words in host
// byte order.
std::optional<TcpEndpoint> ParseEndpoint(const std::string& text) {
  const size_t colon = text.find(':');
  if ((colon != 8 && colon != 32) || text.size() != colon + 5) return std::nullopt;
  if (text.find_first_not_of("0123456789ABCDEFabcdef:") != std::string::npos) return std::nullopt;
  std::array<uint8_t, 16> bytes{};
  for (size_t start = 0; start < colon; start += 8) {
    const auto word = static_cast<uint32_t>(std::stoul(text.substr(start, 8), nullptr, 16));
    std::memcpy(bytes.data() + start / 2, &word, sizeof(word));
  }
  TcpEndpoint endpoint;
  endpoint.address = colon == 8 ? MapIpv4(bytes.data()) : bytes;
  endpoint.port = static_cast<uint16_t>(std::stoul(text.substr(colon + 1), nullptr, 16));
  return endpoint;
}

std::optional<std::string> ReadFile(const char* path) {
  std::ifstream file(path);
  if (!file) return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

PeerOwner FindOwnerInTable(const std::string& table, const TcpEndpoint& socket_end,
                           const TcpEndpoint& other_end) {
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string slot, local, remote, state, queues, timer, retransmits, timeout;
    uint32_t uid = 0;
    uint64_t inode = 0;
    fields >> slot >> local >> remote >> state >> queues >> timer >> retransmits >> uid >> timeout >> inode;
    if (!fields) continue;
    const auto socket = ParseEndpoint(local);
    const auto other = ParseEndpoint(remote);
    if (!socket || !other || !(*socket == socket_end) || !(*other == other_end)) continue;
    // A socket that its process has closed is listed with inode 0 and uid 0.
    if (inode == 0) continue;
    PeerOwner owner;
    owner.status = PeerStatus::kFound;
    owner.user = std::to_string(uid);
    owner.inode = inode;
    return owner;
  }
  return {};
}

PeerOwner FindOwnerInProc(const TcpEndpoint& socket_end, const TcpEndpoint& other_end) {
  PeerOwner owner;
  owner.status = PeerStatus::kUnavailable;
  // An IPv4 connection made through an IPv6 socket is in the table of IPv6.
  // Not /proc/net, which ProcSubset=pid hides from systemd units.
  for (const char* path : {"/proc/self/net/tcp", "/proc/self/net/tcp6"}) {
    const auto table = ReadFile(path);
    if (!table) continue;
    owner = FindOwnerInTable(*table, socket_end, other_end);
    if (owner.status == PeerStatus::kFound) return owner;
  }
  return owner;
}

}  // namespace guildhall
