// sources: native/peer-credentials/linux.cc native/peer-credentials/posix.cc native/peer-credentials/proc_net_tcp.cc native/peer-credentials/sock_diag.cc native/peer-credentials/tcp_info.cc native/peer-credentials/tcp_endpoint.cc
#include "peer-credentials/peer_credentials.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

#include "check.h"
#include "peer-credentials/proc_net_tcp.h"
#include "peer-credentials/sock_diag.h"
#include "peer-credentials/tcp_info.h"

using guildhall::BytesReceived;
using guildhall::CountUnread;
using guildhall::CurrentUser;
using guildhall::FindOwnerInProc;
using guildhall::FindOwnerInTable;
using guildhall::FindTcpEnds;
using guildhall::FindTcpPeer;
using guildhall::FindUnixPeer;
using guildhall::ParseTcpEndpoint;
using guildhall::PeerOwner;
using guildhall::PeerStatus;
using guildhall::SockDiag;
using guildhall::TcpEndpoint;
using guildhall::TcpEnds;

namespace {

// Of a little-endian machine, as all are that this project is built for.
constexpr char kTable[] =
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
    "   0: 0100007F:193F 00000000:0000 0A 00000000:00000000 00:00000000 00000000     7        0 41 1 0 100 "
    "0\n"
    "   1: 0100007F:A000 0100007F:193F 04 00000000:00000000 00:00000000 00000000     0        0 0 1 0 20 4 "
    "0\n"
    "   2: 0100007F:A001 0100007F:193F 01 00000000:00000000 00:00000000 00000000  1000        0 42 1 0 20 4\n"
    "   3: not a line\n";
constexpr char kTable6[] =
    "   0: 0000000000000000FFFF00000100007F:A002 0000000000000000FFFF00000100007F:193F 01 0:0 0:0 0  1001 0 "
    "43\n"
    "   1: 00000000000000000000000001000000:A003 00000000000000000000000001000000:193F 01 0:0 0:0 0  1002 0 "
    "44\n";

TcpEndpoint End(const char* address, int port) { return *ParseTcpEndpoint(address, port); }

void EndpointsOfBothFamiliesAreRead() {
  CHECK(End("127.0.0.1", 6463) == End("::ffff:127.0.0.1", 6463));
  CHECK(End("127.0.0.1", 6463).is_ipv4());
  CHECK(!End("::1", 6463).is_ipv4());
  CHECK(!(End("127.0.0.1", 6463) == End("127.0.0.1", 6464)));
  for (const char* wrong : {"", "localhost", "127.0.0", "::1%lo"}) CHECK(!ParseTcpEndpoint(wrong, 1));
  for (const int port : {-1, 0, 65536}) CHECK(!ParseTcpEndpoint("::1", port));
}

void TheTableIsSearchedForBothEnds() {
  const TcpEndpoint server = End("127.0.0.1", 6463);
  const PeerOwner owner = FindOwnerInTable(kTable, End("127.0.0.1", 0xA001), server);
  CHECK(owner.status == PeerStatus::kFound);
  CHECK_EQUAL(owner.user, "1000");
  CHECK_EQUAL(owner.inode, 42U);
  CHECK_EQUAL(FindOwnerInTable(kTable6, End("127.0.0.1", 0xA002), server).user, "1001");
  CHECK_EQUAL(FindOwnerInTable(kTable6, End("::1", 0xA003), End("::1", 6463)).user, "1002");
  CHECK(FindOwnerInTable(kTable, End("127.0.0.1", 0xA001), End("127.0.0.1", 6464)).status ==
        PeerStatus::kNotFound);
}

void AClosedSocketBelongsToNobody() {
  const PeerOwner owner = FindOwnerInTable(kTable, End("127.0.0.1", 0xA000), End("127.0.0.1", 6463));
  CHECK(owner.status == PeerStatus::kNotFound);
}

TcpEndpoint NameOf(int fd) {
  sockaddr_in name{};
  socklen_t length = sizeof(name);
  CHECK(getsockname(fd, reinterpret_cast<sockaddr*>(&name), &length) == 0);
  TcpEndpoint endpoint;
  endpoint.address = guildhall::MapIpv4(reinterpret_cast<const uint8_t*>(&name.sin_addr));
  endpoint.port = ntohs(name.sin_port);
  return endpoint;
}

// Both ends of a TCP connection within this process, which closes them.
class Connection {
 public:
  Connection() {
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    CHECK(bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0);
    CHECK(listen(listener, 1) == 0);
    server = NameOf(listener);
    address.sin_port = htons(server.port);
    client_fd = socket(AF_INET, SOCK_STREAM, 0);
    CHECK(connect(client_fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0);
    peer = NameOf(client_fd);
    server_fd = accept(listener, nullptr, nullptr);
    close(listener);
  }
  ~Connection() {
    if (client_fd >= 0) close(client_fd);
    close(server_fd);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void CloseClient() {
    close(client_fd);
    client_fd = -1;
  }

  TcpEndpoint server;
  TcpEndpoint peer;
  int client_fd = -1;
  int server_fd = -1;
};

void KernelAndTableAgreeAboutAConnection() {
  Connection connection;
  const TcpEndpoint& server = connection.server;
  const TcpEndpoint& peer = connection.peer;

  SockDiag sock_diag;
  const PeerOwner asked = sock_diag.FindOwner(peer, server);
  const PeerOwner listed = FindOwnerInProc(peer, server);
  CHECK(asked.status == PeerStatus::kFound && listed.status == PeerStatus::kFound);
  CHECK_EQUAL(asked.user, CurrentUser());
  CHECK_EQUAL(listed.user, asked.user);
  CHECK_EQUAL(listed.inode, asked.inode);
  const std::optional<TcpEnds> ends = FindTcpEnds(connection.server_fd);
  CHECK(ends.has_value());
  CHECK_EQUAL(FindTcpPeer(*ends).inode, asked.inode);
  CHECK(!FindTcpEnds(-1).has_value());

  connection.CloseClient();
  CHECK(sock_diag.FindOwner(peer, server).status == PeerStatus::kNotFound);
  CHECK(FindOwnerInProc(peer, server).status == PeerStatus::kNotFound);
  // What listens on a port is not the end of a connection from it.
  CHECK(sock_diag.FindOwner(server, End("127.0.0.1", 9)).status == PeerStatus::kNotFound);
}

void BytesAreUnreadUntilTheOtherProgramReadsThem() {
  Connection connection;
  constexpr uint64_t kUnknown = UINT64_MAX;
  const auto unread = [&](uint64_t sent) {
    return CountUnread({connection.server, connection.peer}, sent).value_or(kUnknown);
  };
  std::array<char, 100> bytes{};
  CHECK_EQUAL(unread(0), 0U);
  // What has not arrived yet counts, too.
  CHECK_EQUAL(unread(100), 100U);
  CHECK(write(connection.server_fd, bytes.data(), 100) == 100);
  CHECK_EQUAL(unread(100), 100U);
  CHECK(read(connection.client_fd, bytes.data(), 60) == 60);
  CHECK_EQUAL(unread(100), 40U);
  CHECK(read(connection.client_fd, bytes.data(), 40) == 40);
  CHECK_EQUAL(unread(100), 0U);
  connection.CloseClient();
  CHECK_EQUAL(unread(100), kUnknown);
}

void AnOldKernelDoesNotCountReceivedBytes() {
  const std::array<char, 104> short_info{};
  CHECK(!BytesReceived(short_info.data(), short_info.size()));
}

void AUnixSocketNamesItsPeer() {
  int ends[2];
  CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  const PeerOwner owner = FindUnixPeer(ends[0]);
  CHECK(owner.status == PeerStatus::kFound);
  CHECK_EQUAL(owner.user, CurrentUser());
  CHECK_EQUAL(owner.pid, getpid());
  close(ends[0]);
  close(ends[1]);
  CHECK(FindUnixPeer(ends[0]).status == PeerStatus::kNotFound);
  const int unconnected = socket(AF_UNIX, SOCK_STREAM, 0);
  CHECK(FindUnixPeer(unconnected).status == PeerStatus::kNotFound);
  close(unconnected);
}

}  // namespace

int main() {
  EndpointsOfBothFamiliesAreRead();
  TheTableIsSearchedForBothEnds();
  AClosedSocketBelongsToNobody();
  KernelAndTableAgreeAboutAConnection();
  BytesAreUnreadUntilTheOtherProgramReadsThem();
  AnOldKernelDoesNotCountReceivedBytes();
  AUnixSocketNamesItsPeer();
  return guildhall::test::Failures();
}
