#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>

#include "service-notify/service_notify.h"

namespace guildhall {

NotifyResult NotifyServiceManager(const std::string& socket_name, const std::string& message) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const bool is_path = !socket_name.empty() && socket_name[0] == '/';
  const bool is_abstract = !socket_name.empty() && socket_name[0] == '@';
  if (!is_path && !is_abstract) return {NotifyStatus::kBadAddress};
  // A path needs space for its terminating zero; an abstract name has none.
  if (socket_name.size() + (is_path ? 1 : 0) > sizeof(address.sun_path)) return {NotifyStatus::kBadAddress};
  std::memcpy(address.sun_path, socket_name.data(), socket_name.size());
  if (is_abstract) address.sun_path[0] = '\0';
  const auto length =
      static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket_name.size() + (is_path ? 1 : 0));

  const int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return {NotifyStatus::kFailed, errno};
  const ssize_t sent = sendto(descriptor, message.data(), message.size(), MSG_NOSIGNAL,
                              reinterpret_cast<const sockaddr*>(&address), length);
  const int error = errno;
  close(descriptor);
  if (sent != static_cast<ssize_t>(message.size())) return {NotifyStatus::kFailed, error};
  return {NotifyStatus::kSent};
}

}  // namespace guildhall
