#pragma once

#include <set>
#include <string>

#include "evdev/udev_monitor.h"

namespace guildhall {

// Event nodes to look at again: something may have happened to them, or nothing.
struct NodeHints {
  // Look at every node, also at those that are not named: some news may be lost.
  bool all = false;
  std::set<std::string> nodes;
};

// Tells when event nodes appear, change their permissions, and go. udev and inotify both tell it, and often
// both of the same thing; neither is trusted further than "look at this node again".
class DeviceWatch {
 public:
  DeviceWatch();
  ~DeviceWatch();
  DeviceWatch(const DeviceWatch&) = delete;
  DeviceWatch& operator=(const DeviceWatch&) = delete;

  // Why changes of /dev/input cannot be watched by inotify (an errno); 0 if they can.
  int error() const { return error_; }

  // Each is readable when there is something to read; -1 where that way of watching is missing.
  int udev_fd() const { return udev_.fd(); }
  int inotify_fd() const { return inotify_; }

  NodeHints ReadUdev();
  NodeHints ReadInotify();

 private:
  // Watches /dev/input, or /dev until that is there.
  void WatchFolder();

  UdevMonitor udev_;
  int inotify_;
  int error_;
  // The watch of the folder that is watched now.
  int folder_ = -1;
  bool folder_is_input_ = false;
};

}  // namespace guildhall
