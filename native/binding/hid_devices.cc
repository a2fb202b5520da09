#include "binding/binding.h"
#include "binding/listener.h"
#include "hid-device-watcher/hid_device_watcher.h"

namespace guildhall {
namespace {

struct WatcherBinding {
  static constexpr char kName[] = "HidDeviceWatcher";
  static constexpr char kUsage[] = "new hidDevices.Watcher(onChange)";

  static bool Accepts(const Napi::CallbackInfo& info) { return info.Length() == 1 && info[0].IsFunction(); }

  static std::unique_ptr<EventSource> Create(const Napi::CallbackInfo& info, Callbacks& callbacks) {
    return WatchHidDevices(callbacks.Add<>(info[0]));
  }
};

}  // namespace

Napi::Object BindHidDevices(Napi::Env env) {
  Napi::Object binding = Napi::Object::New(env);
  binding["Watcher"] = Listener<WatcherBinding>::Class(env);
  return binding;
}

}  // namespace guildhall
