#pragma once

#include <string>

namespace guildhall {

// Sends one message of the sd_notify(3) protocol, e.g. "READY=1", to the socket that the service manager
// named: a path, or a name in the abstract namespace if it begins with '@'. Never blocks. Gives an empty
// string, or what went wrong.
std::string NotifyServiceManager(const std::string& socket, const std::string& message);

}  // namespace guildhall
