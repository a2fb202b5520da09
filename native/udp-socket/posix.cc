#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/ip.h>
#include <sys/socket.h>
#include <unistd.h>

#include "udp-socket/udp_socket.h"

namespace guildhall {

int OpenUdpSocket(bool is_ipv6) {
  const int descriptor = socket(is_ipv6 ? AF_INET6 : AF_INET, SOCK_DGRAM, 0);
  if (descriptor < 0) return -1;
  if (fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0) return descriptor;
  close(descriptor);
  return -1;
}

bool MarkPackets(int descriptor, bool is_ipv6, int code_point) {
  // The lower two bits of the field are used for congestion notification.
  const int field = code_point << 2;
  const int level = is_ipv6 ? IPPROTO_IPV6 : IPPROTO_IP;
  const int option = is_ipv6 ? IPV6_TCLASS : IP_TOS;
  return setsockopt(descriptor, level, option, &field, sizeof(field)) == 0;
}

}  // namespace guildhall
