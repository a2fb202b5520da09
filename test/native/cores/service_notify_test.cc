// sources: native/service-notify/linux.cc
#include "service-notify/service_notify.h"

#include <string>

#include "check.h"

using guildhall::NotifyServiceManager;

int main() {
  const std::string text = "READY=1";
  CHECK_EQUAL(NotifyServiceManager("", text), "the socket is neither a path nor an abstract name");
  CHECK_EQUAL(NotifyServiceManager("relative", text), "the socket is neither a path nor an abstract name");
  // 108 bytes are all there is: a path needs one of them for its end, an abstract name does not.
  CHECK_EQUAL(NotifyServiceManager("/" + std::string(107, 'x'), text), "the socket's name is too long");
  CHECK_EQUAL(NotifyServiceManager("/" + std::string(106, 'x'), text), "No such file or directory");
  CHECK_EQUAL(NotifyServiceManager("@" + std::string(108, 'x'), text), "the socket's name is too long");
  CHECK_EQUAL(NotifyServiceManager("@" + std::string(107, 'x'), text), "Connection refused");
  return guildhall::test::Failures();
}
