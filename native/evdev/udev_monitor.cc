#include "evdev/udev_monitor.h"

#include "dynamic-library/dynamic_library.h"

namespace guildhall {
namespace {

struct UdevDevice;

struct LibUdev {
  DynamicLibrary library{"libudev.so.1"};
  UdevContext* (*context_new)();
  UdevContext* (*context_unref)(UdevContext*);
  UdevMonitorHandle* (*monitor_new)(UdevContext*, const char* group);
  UdevMonitorHandle* (*monitor_unref)(UdevMonitorHandle*);
  int (*monitor_match)(UdevMonitorHandle*, const char* subsystem, const char* type);
  int (*monitor_enable)(UdevMonitorHandle*);
  int (*monitor_get_fd)(UdevMonitorHandle*);
  UdevDevice* (*monitor_receive)(UdevMonitorHandle*);
  const char* (*device_get_name)(UdevDevice*);
  UdevDevice* (*device_unref)(UdevDevice*);

  LibUdev() {
    library.Load(context_new, "udev_new");
    library.Load(context_unref, "udev_unref");
    library.Load(monitor_new, "udev_monitor_new_from_netlink");
    library.Load(monitor_unref, "udev_monitor_unref");
    library.Load(monitor_match, "udev_monitor_filter_add_match_subsystem_devtype");
    library.Load(monitor_enable, "udev_monitor_enable_receiving");
    library.Load(monitor_get_fd, "udev_monitor_get_fd");
    library.Load(monitor_receive, "udev_monitor_receive_device");
    library.Load(device_get_name, "udev_device_get_sysname");
    library.Load(device_unref, "udev_device_unref");
  }
};

}  // namespace

UdevMonitor::UdevMonitor() {
  const LibUdev* library = LoadFunctions<LibUdev>();
  if (library == nullptr) return;
  const LibUdev& lib = *library;
  context_ = lib.context_new();
  if (context_ == nullptr) return;
  // "udev" and not "kernel": its events come after the rules have set the node's permissions.
  monitor_ = lib.monitor_new(context_, "udev");
  if (monitor_ == nullptr || lib.monitor_match(monitor_, "input", nullptr) < 0) return;
  if (lib.monitor_enable(monitor_) >= 0) fd_ = lib.monitor_get_fd(monitor_);
}

UdevMonitor::~UdevMonitor() {
  const LibUdev* lib = LoadFunctions<LibUdev>();
  if (monitor_ != nullptr) lib->monitor_unref(monitor_);
  if (context_ != nullptr) lib->context_unref(context_);
}

std::vector<std::string> UdevMonitor::Read() {
  std::vector<std::string> names;
  const LibUdev* lib = LoadFunctions<LibUdev>();
  while (UdevDevice* device = lib->monitor_receive(monitor_)) {
    const char* name = lib->device_get_name(device);
    if (name != nullptr) names.emplace_back(name);
    lib->device_unref(device);
  }
  return names;
}

}  // namespace guildhall
