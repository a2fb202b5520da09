#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>

#include "host-process/host_process.h"

namespace guildhall {

BindStatus BindToParent(int64_t parent) {
  const rlimit no_core{0, 0};
  if (setrlimit(RLIMIT_CORE, &no_core) != 0) return BindStatus::kRefused;
  // The signal is sent when the thread that forked this process ends. Node forks on its main thread.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return BindStatus::kRefused;
  // If the parent ended before the call above, no signal is sent.
  return getppid() == parent ? BindStatus::kBound : BindStatus::kParentGone;
}

void ForgetFaultHandlers() { std::signal(SIGSEGV, SIG_DFL); }

}  // namespace guildhall
