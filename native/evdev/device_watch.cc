#include "evdev/device_watch.h"

#include <sys/inotify.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "evdev/device_info.h"

namespace guildhall {
namespace {

constexpr uint32_t kNews = IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO;
constexpr uint32_t kFolderGone = IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF;

}  // namespace

DeviceWatch::DeviceWatch()
    : inotify_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)), error_(inotify_ < 0 ? errno : 0) {
  WatchFolder();
}

DeviceWatch::~DeviceWatch() {
  if (inotify_ >= 0) close(inotify_);
}

void DeviceWatch::WatchFolder() {
  if (inotify_ < 0) return;
  const int input =
      inotify_add_watch(inotify_, "/dev/input", kNews | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR);
  if (input >= 0) {
    // The watch of the other folder is no longer needed.
    if (folder_ >= 0 && folder_ != input) inotify_rm_watch(inotify_, folder_);
    folder_ = input;
    folder_is_input_ = true;
    return;
  }
  folder_is_input_ = false;
  folder_ = inotify_add_watch(inotify_, "/dev", IN_CREATE | IN_MOVED_TO | IN_ONLYDIR);
}

NodeHints DeviceWatch::ReadUdev() {
  NodeHints hints;
  for (std::string& name : udev_.Read()) {
    if (IsEventNode(name)) hints.nodes.insert(std::move(name));
  }
  return hints;
}

NodeHints DeviceWatch::ReadInotify() {
  NodeHints hints;
  bool folder_changed = false;
  alignas(inotify_event) char buffer[4096];
  for (ssize_t got; (got = read(inotify_, buffer, sizeof buffer)) > 0;) {
    for (ssize_t offset = 0; offset < got;) {
      inotify_event event;
      std::memcpy(&event, buffer + offset, sizeof event);
      const char* text = buffer + offset + sizeof event;
      const std::string name(text, strnlen(text, event.len));
      offset += static_cast<ssize_t>(sizeof event + event.len);
      if ((event.mask & IN_Q_OVERFLOW) != 0) hints.all = true;
      if (event.wd != folder_) continue;
      if ((event.mask & kFolderGone) != 0 || (!folder_is_input_ && name == "input")) folder_changed = true;
      if (folder_is_input_ && IsEventNode(name)) hints.nodes.insert(name);
    }
  }
  if (folder_changed) {
    WatchFolder();
    hints.all = true;
  }
  return hints;
}

}  // namespace guildhall
