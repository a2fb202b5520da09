#pragma once

#include <string>

namespace guildhall {

enum class NotifyStatus {
  kSent,
  kBadAddress,   // it is neither a path nor an abstract name, or too long for one
  kFailed,       // the system refuses to send it
  kUnsupported,  // the service manager of this system does not speak the protocol
};

struct NotifyResult {
  NotifyStatus status;
  // An errno; 0 unless it failed.
  int error = 0;
};

// Sends one message of the sd_notify(3) protocol, e.g. "READY=1", to the socket of the service manager: a
// path, or a name in the abstract namespace if it begins with '@'. Never blocks.
NotifyResult NotifyServiceManager(const std::string& socket, const std::string& message);

}  // namespace guildhall
