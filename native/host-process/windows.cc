// UNTESTED: this system has no parent-death signal. A host ends when its channel to the daemon closes, which
// a host that hangs does not notice.
#include "host-process/host_process.h"

namespace guildhall {

BindStatus BindToParent(int64_t) { return BindStatus::kUnsupported; }

void ForgetFaultHandlers() {}

}  // namespace guildhall
