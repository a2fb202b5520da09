#pragma once

#include <string>
#include <vector>

namespace guildhall {

struct UdevContext;
struct UdevMonitorHandle;

// What udev tells of input devices, through libudev's netlink monitor. The library is opened at run time;
// where it is missing, or udev does not run (as in most containers), nothing comes from here.
class UdevMonitor {
 public:
  UdevMonitor();
  ~UdevMonitor();
  UdevMonitor(const UdevMonitor&) = delete;
  UdevMonitor& operator=(const UdevMonitor&) = delete;

  // Readable when there is something to read; -1 where there is no monitor.
  int fd() const { return fd_; }

  // Names of the devices which something happened to, e.g. "event3" or "input7"; a name may come several
  // times.
  std::vector<std::string> Read();

 private:
  UdevContext* context_ = nullptr;
  UdevMonitorHandle* monitor_ = nullptr;
  int fd_ = -1;
};

}  // namespace guildhall
