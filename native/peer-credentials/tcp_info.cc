#include "peer-credentials/tcp_info.h"

#include <linux/tcp.h>

#include <cstring>

namespace guildhall {

std::optional<uint64_t> BytesReceived(const void* info, size_t size) {
  constexpr size_t kOffset = offsetof(tcp_info, tcpi_bytes_received);
  uint64_t received = 0;
  if (size < kOffset + sizeof(received)) return std::nullopt;
  std::memcpy(&received, static_cast<const char*>(info) + kOffset, sizeof(received));
  return received;
}

}  // namespace guildhall
