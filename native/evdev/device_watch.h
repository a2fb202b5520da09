#pragma once

#include <set>
#include <string>

#include "evdev/udev_monitor.h"

namespace guildhall {

// Event nodes to check again: they may or may not have changed.
struct NodeHints {
  // All nodes must be checked, because notifications may have been lost.
  bool all = false;
  std::set<std::string> nodes;
};

// Reports when event nodes are created, change their permissions, or are removed. udev and inotify both
// report this, and often the same change twice; a notification only means that the node must be checked
// again.
class DeviceWatch {
 public:
  DeviceWatch();
  ~DeviceWatch();
  DeviceWatch(const DeviceWatch&) = delete;
  DeviceWatch& operator=(const DeviceWatch&) = delete;

  // The reason why inotify cannot watch /dev/input (an errno); 0 if it can.
  int error() const { return error_; }

  // Each is readable when notifications are available; -1 if that mechanism is missing.
  int udev_fd() const { return udev_.fd(); }
  int inotify_fd() const { return inotify_; }

  NodeHints ReadUdev();
  NodeHints ReadInotify();

 private:
  // Watches /dev/input, or /dev until /dev/input exists.
  void WatchFolder();

  UdevMonitor udev_;
  int inotify_;
  int error_;
  // The watch of the current folder.
  int folder_ = -1;
  bool folder_is_input_ = false;
};

}  // namespace guildhall
