// The service manager of this system does not speak sd_notify.
#include "service-notify/service_notify.h"

namespace guildhall {

std::string NotifyServiceManager(const std::string&, const std::string&) {
  return "there is no systemd on this system";
}

}  // namespace guildhall
