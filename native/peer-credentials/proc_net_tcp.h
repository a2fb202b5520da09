#pragma once

#include <string>

#include "peer-credentials/peer_credentials.h"

namespace guildhall {

// Finds the owner of the socket with exactly these ends in the text of /proc/net/tcp or /proc/net/tcp6.
// Invalid lines are ignored.
PeerOwner FindOwnerInTable(const std::string& table, const TcpEndpoint& socket_end,
                           const TcpEndpoint& other_end);

// The same in this process's tables. Their size grows with the connections of the machine: this is for
// kernels without sock_diag. kUnavailable if neither table can be read.
PeerOwner FindOwnerInProc(const TcpEndpoint& socket_end, const TcpEndpoint& other_end);

}  // namespace guildhall
