// UNTESTED: compiled for Windows, never run there. Notifications of the configuration manager about HID
// device interfaces.
#include <windows.h>
// clang-format off
#include <cfgmgr32.h>
extern "C" {
#include <hidsdi.h>
}
// clang-format on

#include <utility>

#include "dynamic-library/dynamic_library.h"
#include "hid-device-watcher/hid_device_watcher.h"

namespace guildhall {
namespace {

// Introduced with Windows 8, and missing in some headers.
struct ConfigurationManager {
  DynamicLibrary library{"cfgmgr32.dll"};
  CONFIGRET(WINAPI* begin)
  (PCM_NOTIFY_FILTER filter, PVOID context, PCM_NOTIFY_CALLBACK callback, PHCMNOTIFICATION notification);
  CONFIGRET(WINAPI* end)(HCMNOTIFICATION notification);

  ConfigurationManager() {
    library.Load(begin, "CM_Register_Notification");
    library.Load(end, "CM_Unregister_Notification");
  }
};

class ConfigurationWatcher : public EventSource {
 public:
  explicit ConfigurationWatcher(std::function<void()> on_change) : on_change_(std::move(on_change)) {}

  // Waits for a running notification.
  ~ConfigurationWatcher() override {
    if (notification_ != nullptr) manager_->end(notification_);
  }

  StartStatus Start() override {
    manager_ = LoadFunctions<ConfigurationManager>();
    if (manager_ == nullptr) return StartStatus::kUnavailable;
    CM_NOTIFY_FILTER filter{};
    filter.cbSize = sizeof filter;
    filter.FilterType = CM_NOTIFY_FILTER_TYPE_DEVICEINTERFACE;
    HidD_GetHidGuid(&filter.u.DeviceInterface.ClassGuid);
    if (manager_->begin(&filter, this, OnNotification, &notification_) != CR_SUCCESS) {
      return StartStatus::kUnavailable;
    }
    // Changes before the start of the watch were not reported.
    on_change_();
    return StartStatus::kStarted;
  }

 private:
  static DWORD CALLBACK OnNotification(HCMNOTIFICATION, PVOID self, CM_NOTIFY_ACTION action,
                                       PCM_NOTIFY_EVENT_DATA, DWORD) {
    const bool is_change = action == CM_NOTIFY_ACTION_DEVICEINTERFACEARRIVAL ||
                           action == CM_NOTIFY_ACTION_DEVICEINTERFACEREMOVAL;
    if (is_change) static_cast<ConfigurationWatcher*>(self)->on_change_();
    return ERROR_SUCCESS;
  }

  const std::function<void()> on_change_;
  const ConfigurationManager* manager_ = nullptr;
  HCMNOTIFICATION notification_ = nullptr;
};

}  // namespace

std::unique_ptr<EventSource> WatchHidDevices(std::function<void()> on_change) {
  return std::make_unique<ConfigurationWatcher>(std::move(on_change));
}

}  // namespace guildhall
