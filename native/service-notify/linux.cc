#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>

#include "service-notify/service_notify.h"

namespace guildhall {

std::string NotifyServiceManager(const std::string& socket_name, const std::string& message) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const bool is_path = !socket_name.empty() && socket_name[0] == '/';
  const bool is_abstract = !socket_name.empty() && socket_name[0] == '@';
  if (!is_path && !is_abstract) return "the socket is neither a path nor an abstract name";
  // A path must leave room for its terminating zero; an abstract name has none.
  if (socket_name.size() + (is_path ? 1 : 0) > sizeof(address.sun_path)) {
    return "the socket's name is too long";
  }
  std::memcpy(address.sun_path, socket_name.data(), socket_name.size());
  if (is_abstract) address.sun_path[0] = '\0';
  const auto length =
      static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket_name.size() + (is_path ? 1 : 0));

  const int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return std::strerror(errno);
  const ssize_t sent = sendto(descriptor, message.data(), message.size(), MSG_NOSIGNAL,
                              reinterpret_cast<const sockaddr*>(&address), length);
  const int error = errno;
  close(descriptor);
  return sent == static_cast<ssize_t>(message.size()) ? "" : std::strerror(error);
}

}  // namespace guildhall
