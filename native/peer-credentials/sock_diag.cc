#include "peer-credentials/sock_diag.h"

#include <arpa/inet.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "peer-credentials/tcp_info.h"

namespace guildhall {
namespace {

// The maximum number of answers to earlier queries that are skipped.
constexpr int kAnswersRead = 16;

struct TcpRequest {
  nlmsghdr header;
  inet_diag_req_v2 body;
};

struct UnixRequest {
  nlmsghdr header;
  unix_diag_req body;
};

bool IsOutOfResources(int error) {
  return error == EMFILE || error == ENFILE || error == ENOMEM || error == ENOBUFS;
}

inet_diag_sockid SocketId(const TcpEndpoint& source, const TcpEndpoint& destination, bool ipv4) {
  inet_diag_sockid id{};
  id.idiag_sport = htons(source.port);
  id.idiag_dport = htons(destination.port);
  const size_t skipped = ipv4 ? 12 : 0;
  std::memcpy(id.idiag_src, source.address.data() + skipped, 16 - skipped);
  std::memcpy(id.idiag_dst, destination.address.data() + skipped, 16 - skipped);
  id.idiag_cookie[0] = INET_DIAG_NOCOOKIE;
  id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
  return id;
}

TcpEndpoint EndpointOf(uint8_t family, const __be32* address, __be16 port) {
  TcpEndpoint endpoint;
  endpoint.port = ntohs(port);
  const auto* bytes = reinterpret_cast<const uint8_t*>(address);
  if (family == AF_INET) {
    endpoint.address = MapIpv4(bytes);
  } else {
    std::copy(bytes, bytes + 16, endpoint.address.begin());
  }
  return endpoint;
}

// The attribute of this type after the body of an answer; null if there is none.
const rtattr* FindAttribute(const nlmsghdr* header, size_t body_size, int type) {
  const auto* attribute =
      reinterpret_cast<const rtattr*>(static_cast<const char*>(NLMSG_DATA(header)) + NLMSG_ALIGN(body_size));
  auto left = static_cast<int>(header->nlmsg_len - NLMSG_LENGTH(body_size));
  for (; RTA_OK(attribute, left); attribute = RTA_NEXT(attribute, left)) {
    if (attribute->rta_type == type) return attribute;
  }
  return nullptr;
}

}  // namespace

SockDiag::~SockDiag() {
  if (fd_ >= 0) close(fd_);
}

PeerOwner SockDiag::FindOwner(const TcpEndpoint& socket_end, const TcpEndpoint& other_end) {
  PeerOwner owner;
  Answer answer;
  owner.status = Find(socket_end, other_end, Detail::kSocket, answer);
  if (owner.status != PeerStatus::kFound) return owner;
  owner.user = std::to_string(answer.socket.idiag_uid);
  owner.inode = answer.socket.idiag_inode;
  return owner;
}

std::optional<uint64_t> SockDiag::CountRead(const TcpEndpoint& socket_end, const TcpEndpoint& other_end) {
  Answer answer;
  const PeerStatus status = Find(socket_end, other_end, Detail::kSocketAndInfo, answer);
  if (status != PeerStatus::kFound || !answer.received) return std::nullopt;
  return *answer.received - std::min<uint64_t>(answer.socket.idiag_rqueue, *answer.received);
}

uint32_t SockDiag::FindUnixPeer(uint32_t inode) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!EnsureUsable()) return 0;
  UnixRequest request{};
  request.header.nlmsg_len = sizeof(request);
  request.body.sdiag_family = AF_UNIX;
  request.body.udiag_states = ~0U;
  request.body.udiag_ino = inode;
  request.body.udiag_show = UDIAG_SHOW_PEER;
  request.body.udiag_cookie[0] = INET_DIAG_NOCOOKIE;
  request.body.udiag_cookie[1] = INET_DIAG_NOCOOKIE;
  alignas(nlmsghdr) Buffer buffer;
  if (!Send(request.header) || Receive(sizeof(unix_diag_msg), buffer) != PeerStatus::kFound) return 0;
  const auto* header = reinterpret_cast<const nlmsghdr*>(buffer.data());
  const rtattr* peer = FindAttribute(header, sizeof(unix_diag_msg), UNIX_DIAG_PEER);
  uint32_t peer_inode = 0;
  if (peer != nullptr && RTA_PAYLOAD(peer) == sizeof(peer_inode))
    std::memcpy(&peer_inode, RTA_DATA(peer), sizeof(peer_inode));
  return peer_inode;
}

PeerStatus SockDiag::Find(const TcpEndpoint& socket_end, const TcpEndpoint& other_end, Detail detail,
                          Answer& answer) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!EnsureUsable()) return PeerStatus::kUnavailable;
  const bool ipv4 = socket_end.is_ipv4() && other_end.is_ipv4();
  const PeerStatus status =
      Query(ipv4 ? AF_INET : AF_INET6, SocketId(socket_end, other_end, ipv4), detail, answer);
  if (status != PeerStatus::kFound) return status;
  const inet_diag_msg& socket = answer.socket;
  // Without an exact match the kernel returns the listener on the same port, which may belong to another
  // user.
  if (socket.idiag_state == TCP_LISTEN) return PeerStatus::kNotFound;
  const inet_diag_sockid& id = socket.id;
  const bool is_same = EndpointOf(socket.idiag_family, id.idiag_src, id.idiag_sport) == socket_end &&
                       EndpointOf(socket.idiag_family, id.idiag_dst, id.idiag_dport) == other_end;
  // A socket that its process has closed has no owner: its inode is 0, and some kernels report uid 0.
  return is_same && socket.idiag_inode != 0 ? PeerStatus::kFound : PeerStatus::kNotFound;
}

bool SockDiag::EnsureUsable() {
  if (state_ != State::kUntried) return state_ == State::kUsable;
  fd_ = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_SOCK_DIAG);
  errno = fd_ >= 0 ? 0 : errno;
  if (fd_ >= 0 && AnswersAboutOwnListener()) {
    state_ = State::kUsable;
    return true;
  }
  // A temporary lack of resources is retried with the next query.
  state_ = IsOutOfResources(errno) ? State::kUntried : State::kUnavailable;
  if (fd_ >= 0) close(fd_);
  fd_ = -1;
  return false;
}

bool SockDiag::AnswersAboutOwnListener() {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0) return false;
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof(address);
  auto* name = reinterpret_cast<sockaddr*>(&address);
  bool answers = false;
  if (bind(listener, name, length) == 0 && listen(listener, 1) == 0 &&
      getsockname(listener, name, &length) == 0) {
    TcpEndpoint source;
    source.address = MapIpv4(reinterpret_cast<const uint8_t*>(&address.sin_addr));
    source.port = ntohs(address.sin_port);
    Answer answer;
    const inet_diag_sockid id = SocketId(source, TcpEndpoint{}, true);
    answers = Query(AF_INET, id, Detail::kSocket, answer) == PeerStatus::kFound;
    errno = 0;
  }
  const int error = errno;
  close(listener);
  errno = error;
  return answers;
}

PeerStatus SockDiag::Query(int family, const inet_diag_sockid& id, Detail detail, Answer& answer) {
  TcpRequest request{};
  request.header.nlmsg_len = sizeof(request);
  request.body.sdiag_family = static_cast<uint8_t>(family);
  request.body.sdiag_protocol = IPPROTO_TCP;
  request.body.idiag_states = ~0U;
  if (detail == Detail::kSocketAndInfo) request.body.idiag_ext = 1U << (INET_DIAG_INFO - 1);
  request.body.id = id;
  if (!Send(request.header)) return PeerStatus::kUnavailable;
  alignas(nlmsghdr) Buffer buffer;
  const PeerStatus status = Receive(sizeof(inet_diag_msg), buffer);
  if (status != PeerStatus::kFound) return status;
  const auto* header = reinterpret_cast<const nlmsghdr*>(buffer.data());
  std::memcpy(&answer.socket, NLMSG_DATA(header), sizeof(answer.socket));
  const rtattr* info = FindAttribute(header, sizeof(inet_diag_msg), INET_DIAG_INFO);
  if (info != nullptr) answer.received = BytesReceived(RTA_DATA(info), RTA_PAYLOAD(info));
  return status;
}

bool SockDiag::Send(nlmsghdr& request) {
  sequence_ += 1;
  request.nlmsg_type = SOCK_DIAG_BY_FAMILY;
  request.nlmsg_flags = NLM_F_REQUEST;
  request.nlmsg_seq = sequence_;
  sockaddr_nl kernel{};
  kernel.nl_family = AF_NETLINK;
  ssize_t sent = 0;
  do {
    sent = sendto(fd_, &request, request.nlmsg_len, 0, reinterpret_cast<const sockaddr*>(&kernel),
                  sizeof(kernel));
  } while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(request.nlmsg_len);
}

PeerStatus SockDiag::Receive(size_t body_size, Buffer& buffer) {
  for (int count = 0; count < kAnswersRead; ++count) {
    sockaddr_nl sender{};
    socklen_t sender_length = sizeof(sender);
    // The kernel has answered when sendto returns, so there is no waiting.
    const ssize_t size = recvfrom(fd_, buffer.data(), buffer.size(), MSG_DONTWAIT,
                                  reinterpret_cast<sockaddr*>(&sender), &sender_length);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return PeerStatus::kUnavailable;
    const auto* header = reinterpret_cast<const nlmsghdr*>(buffer.data());
    if (!NLMSG_OK(header, static_cast<size_t>(size))) continue;
    if (sender.nl_pid != 0 || header->nlmsg_seq != sequence_) continue;
    if (header->nlmsg_type == NLMSG_ERROR && header->nlmsg_len >= NLMSG_LENGTH(sizeof(nlmsgerr))) {
      const int error = static_cast<const nlmsgerr*>(NLMSG_DATA(header))->error;
      return error == -ENOENT ? PeerStatus::kNotFound : PeerStatus::kUnavailable;
    }
    if (header->nlmsg_type != SOCK_DIAG_BY_FAMILY) return PeerStatus::kUnavailable;
    return header->nlmsg_len < NLMSG_LENGTH(body_size) ? PeerStatus::kUnavailable : PeerStatus::kFound;
  }
  return PeerStatus::kUnavailable;
}

}  // namespace guildhall
