#include "binding/binding.h"
#include "binding/listener.h"
#include "hid-device-watcher/hid_device_watcher.h"
#include "hid-reports/hid_reports.h"

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

Napi::Value ReportDescriptor(const Napi::CallbackInfo& info) {
  if (info.Length() != 1 || !info[0].IsString()) {
    return ThrowUsage(info.Env(), "hidDevices.reportDescriptor(path)");
  }
  const std::vector<uint8_t> descriptor = ReadReportDescriptor(info[0].As<Napi::String>());
  return Napi::Buffer<uint8_t>::Copy(info.Env(), descriptor.data(), descriptor.size());
}

// Returns the function that says whether the button is down in a report.
Napi::Value FindButton(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  if (info.Length() != 3 || !info[0].IsString() || !info[1].IsNumber() || !info[2].IsNumber()) {
    return ThrowUsage(env, "hidDevices.findButton(path, usagePage, usage)");
  }
  const std::shared_ptr<const HidButton> button = FindHidButton(
      info[0].As<Napi::String>(), static_cast<uint16_t>(info[1].As<Napi::Number>().Uint32Value()),
      static_cast<uint16_t>(info[2].As<Napi::Number>().Uint32Value()));
  if (button == nullptr) return env.Null();
  const auto is_held = [button](const Napi::CallbackInfo& call) -> Napi::Value {
    if (call.Length() != 1 || !call[0].IsTypedArray()) return ThrowUsage(call.Env(), "isHeld(report)");
    const auto report = call[0].As<Napi::Uint8Array>();
    const std::optional<bool> held = button->IsHeld(report.Data(), report.ByteLength());
    return held ? Napi::Boolean::New(call.Env(), *held) : call.Env().Null();
  };
  return Napi::Function::New(env, is_held, "isHeld");
}

Napi::Value PlaceOf(const Napi::CallbackInfo& info) {
  if (info.Length() != 1 || !info[0].IsString()) {
    return ThrowUsage(info.Env(), "hidDevices.placeOf(path)");
  }
  return Napi::String::New(info.Env(), PlaceOfHidDevice(info[0].As<Napi::String>()));
}

}  // namespace

Napi::Object BindHidDevices(Napi::Env env) {
  Napi::Object binding = Napi::Object::New(env);
  binding["Watcher"] = Listener<WatcherBinding>::Class(env);
  binding["reportDescriptor"] = Napi::Function::New(env, ReportDescriptor, "reportDescriptor");
  binding["findButton"] = Napi::Function::New(env, FindButton, "findButton");
  binding["placeOf"] = Napi::Function::New(env, PlaceOf, "placeOf");
  return binding;
}

}  // namespace guildhall
