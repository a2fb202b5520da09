#pragma once

#include <string>
#include <vector>

namespace guildhall {

struct UdevContext;
struct UdevMonitorHandle;

// Notifications of udev about input devices, through libudev's netlink monitor. The library is opened at run
// time; if it is missing, or udev does not run (as in most containers), there are no notifications.
class UdevMonitor {
 public:
  UdevMonitor();
  ~UdevMonitor();
  UdevMonitor(const UdevMonitor&) = delete;
  UdevMonitor& operator=(const UdevMonitor&) = delete;

  // Readable when notifications are available; -1 if there is no monitor.
  int fd() const { return fd_; }

  // Names of the devices that changed, e.g. "event3" or "input7"; a name may occur several times.
  std::vector<std::string> Read();

 private:
  UdevContext* context_ = nullptr;
  UdevMonitorHandle* monitor_ = nullptr;
  int fd_ = -1;
};

}  // namespace guildhall
