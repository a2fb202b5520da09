#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace guildhall {

// The bytes that a socket has received, from the kernel's `struct tcp_info`; none if the kernel is older than
// Linux 4.1. In a file of its own, because linux/tcp.h and netinet/tcp.h exclude each other.
std::optional<uint64_t> BytesReceived(const void* info, size_t size);

}  // namespace guildhall
