// The service manager of this system does not support sd_notify.
#include "service-notify/service_notify.h"

namespace guildhall {

NotifyResult NotifyServiceManager(const std::string&, const std::string&) {
  return {NotifyStatus::kUnsupported};
}

}  // namespace guildhall
