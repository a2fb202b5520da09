#include "binding/binding.h"
#include "binding/listener.h"
#include "evdev/device_info.h"
#include "evdev/key_listener.h"
#include "spare-descriptors/spare_descriptors.h"

namespace guildhall {
namespace {

Napi::Value ListDevices(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  if (!HasSpareDescriptors(kLookDescriptors)) return ThrowFailure(env, StartStatus::kOutOfDescriptors);
  Napi::Array devices = Napi::Array::New(env);
  for (const std::string& node : ListEventNodes()) {
    const std::optional<DeviceInfo> device = ReadDeviceInfo(node);
    const int denied = DeniedError(node);
    if (!device || IsGone(denied)) continue;
    Napi::Object entry = Napi::Object::New(env);
    entry["node"] = NodePath(node);
    entry["name"] = device->name;
    entry["keyboard"] = device->kinds.keyboard;
    entry["mouse"] = device->kinds.mouse;
    entry["gamepad"] = device->kinds.gamepad;
    entry["readable"] = denied == 0;
    devices[devices.Length()] = entry;
  }
  return devices;
}

struct KeyListenerBinding {
  static constexpr char kName[] = "KeyListener";
  static constexpr char kUsage[] = "new evdev.KeyListener(onKey, onDenied)";

  static bool Accepts(const Napi::CallbackInfo& info) {
    return info.Length() == 2 && info[0].IsFunction() && info[1].IsFunction();
  }

  static std::unique_ptr<EventSource> Create(const Napi::CallbackInfo& info, Callbacks& callbacks) {
    return std::make_unique<KeyListener>(callbacks.Add<uint16_t, bool, bool>(info[0]),
                                         callbacks.Add<>(info[1]));
  }
};

}  // namespace

Napi::Object BindEvdev(Napi::Env env) {
  Napi::Object binding = Napi::Object::New(env);
  binding["listDevices"] = Napi::Function::New(env, ListDevices, "listDevices");
  binding["KeyListener"] = Listener<KeyListenerBinding>::Class(env);
  return binding;
}

}  // namespace guildhall
