// UNTESTED: compiled for Windows, never run there.
// A process without privileges cannot open the processes of other users: their connections are not found, and
// refused. winsock2.h must come before windows.h.
// clang-format off
#include <winsock2.h>
#include <ws2tcpip.h>
#include <windows.h>
#include <iphlpapi.h>
// clang-format on

#include <algorithm>
#include <vector>

#include "peer-credentials/peer_credentials.h"
#include "windows/process.h"
#include "windows/text.h"

namespace guildhall {
namespace {

// The table may grow between querying its size and reading it.
constexpr int kAttempts = 4;
// The longest name of a domain.
constexpr size_t kDomainCharacters = 256;

// The sockets of one address family with their processes; empty if they cannot be read.
std::vector<uint64_t> ReadTable(ULONG family, TCP_TABLE_CLASS kind = TCP_TABLE_OWNER_PID_CONNECTIONS) {
  DWORD size = 0;
  std::vector<uint64_t> table;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const DWORD result =
        GetExtendedTcpTable(table.empty() ? nullptr : table.data(), &size, FALSE, family, kind, 0);
    if (result == NO_ERROR && !table.empty()) return table;
    if (result != ERROR_INSUFFICIENT_BUFFER) return {};
    table.assign(size / sizeof(uint64_t) + 1, 0);
  }
  return {};
}

// Ports of the tables are in network byte order in the low 16 bits.
uint16_t PortOf(DWORD port) { return ntohs(static_cast<uint16_t>(port)); }

TcpEndpoint Ipv4Endpoint(DWORD address, DWORD port) {
  TcpEndpoint endpoint;
  endpoint.address = MapIpv4(reinterpret_cast<const uint8_t*>(&address));
  endpoint.port = PortOf(port);
  return endpoint;
}

TcpEndpoint Ipv6Endpoint(const UCHAR* address, DWORD port) {
  TcpEndpoint endpoint;
  std::copy(address, address + 16, endpoint.address.begin());
  endpoint.port = PortOf(port);
  return endpoint;
}

// The process that owns the socket with exactly these ends; 0 if there is none.
DWORD FindProcess(const TcpEndpoint& socket_end, const TcpEndpoint& other_end) {
  const std::vector<uint64_t> ipv4 = ReadTable(AF_INET);
  if (!ipv4.empty()) {
    const auto* table = reinterpret_cast<const MIB_TCPTABLE_OWNER_PID*>(ipv4.data());
    for (DWORD index = 0; index < table->dwNumEntries; ++index) {
      const MIB_TCPROW_OWNER_PID& row = table->table[index];
      if (Ipv4Endpoint(row.dwLocalAddr, row.dwLocalPort) == socket_end &&
          Ipv4Endpoint(row.dwRemoteAddr, row.dwRemotePort) == other_end) {
        return row.dwOwningPid;
      }
    }
  }
  // An IPv4 connection made through an IPv6 socket is in the table of IPv6.
  const std::vector<uint64_t> ipv6 = ReadTable(AF_INET6);
  if (ipv6.empty()) return 0;
  const auto* table = reinterpret_cast<const MIB_TCP6TABLE_OWNER_PID*>(ipv6.data());
  for (DWORD index = 0; index < table->dwNumEntries; ++index) {
    const MIB_TCP6ROW_OWNER_PID& row = table->table[index];
    if (Ipv6Endpoint(row.ucLocalAddr, row.dwLocalPort) == socket_end &&
        Ipv6Endpoint(row.ucRemoteAddr, row.dwRemotePort) == other_end) {
      return row.dwOwningPid;
    }
  }
  return 0;
}

}  // namespace

std::optional<TcpEnds> FindTcpEnds(int) { return std::nullopt; }

PeerOwner FindTcpPeer(const TcpEnds& ends) {
  PeerOwner owner;
  const DWORD pid = FindProcess(ends.peer, ends.local);
  // 0 also stands for connections that their process has closed.
  if (pid == 0) return owner;
  owner.user = UserOfProcess(pid);
  if (owner.user.empty()) return owner;
  owner.status = PeerStatus::kFound;
  owner.pid = pid;
  return owner;
}

uint64_t FindUnixPeerInode(int) { return 0; }

int64_t FindTcpListener(uint16_t port) {
  const std::vector<uint64_t> sockets = ReadTable(AF_INET, TCP_TABLE_OWNER_PID_LISTENER);
  if (sockets.empty()) return 0;
  const auto* table = reinterpret_cast<const MIB_TCPTABLE_OWNER_PID*>(sockets.data());
  for (DWORD index = 0; index < table->dwNumEntries; ++index) {
    const MIB_TCPROW_OWNER_PID& row = table->table[index];
    const DWORD address = ntohl(row.dwLocalAddr);
    if (PortOf(row.dwLocalPort) == port && (address == INADDR_ANY || address == INADDR_LOOPBACK)) {
      return row.dwOwningPid;
    }
  }
  return 0;
}

std::optional<uint64_t> CountUnread(const TcpEnds&, uint64_t) { return std::nullopt; }

PeerOwner FindUnixPeer(int) {
  PeerOwner owner;
  owner.status = PeerStatus::kUnavailable;
  return owner;
}

std::string CurrentUser() { return OwnUser(); }

std::string FindProgram(int64_t pid) { return ProgramOfProcess(static_cast<DWORD>(pid)); }

std::string FindUser(const std::string& name) {
  std::vector<uint64_t> sid(SECURITY_MAX_SID_SIZE / sizeof(uint64_t) + 1);
  std::vector<wchar_t> domain(kDomainCharacters);
  auto sid_size = static_cast<DWORD>(sid.size() * sizeof(uint64_t));
  auto domain_size = static_cast<DWORD>(domain.size());
  SID_NAME_USE use{};
  if (!LookupAccountNameW(nullptr, ToWide(name).c_str(), sid.data(), &sid_size, domain.data(), &domain_size,
                          &use)) {
    return "";
  }
  return use == SidTypeUser ? SidText(sid.data()) : "";
}

}  // namespace guildhall
