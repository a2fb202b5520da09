// sources: native/service-notify/linux.cc
#include "service-notify/service_notify.h"

#include <cerrno>
#include <string>

#include "check.h"

using guildhall::NotifyResult;
using guildhall::NotifyServiceManager;
using guildhall::NotifyStatus;

namespace {

bool Is(const NotifyResult& result, NotifyStatus status, int error) {
  return result.status == status && result.error == error;
}

}  // namespace

int main() {
  const std::string text = "READY=1";
  CHECK(Is(NotifyServiceManager("", text), NotifyStatus::kBadAddress, 0));
  CHECK(Is(NotifyServiceManager("relative", text), NotifyStatus::kBadAddress, 0));
  // 108 bytes are all there is: a path needs one of them for its end, an abstract name does not.
  CHECK(Is(NotifyServiceManager("/" + std::string(107, 'x'), text), NotifyStatus::kBadAddress, 0));
  CHECK(Is(NotifyServiceManager("/" + std::string(106, 'x'), text), NotifyStatus::kFailed, ENOENT));
  CHECK(Is(NotifyServiceManager("@" + std::string(108, 'x'), text), NotifyStatus::kBadAddress, 0));
  CHECK(Is(NotifyServiceManager("@" + std::string(107, 'x'), text), NotifyStatus::kFailed, ECONNREFUSED));
  return guildhall::test::Failures();
}
