#include "windows-keys/windows_keys.h"

#include "binding/binding.h"
#include "binding/listener.h"

namespace guildhall {
namespace {

struct WindowsKeyListenerBinding {
  static constexpr char kName[] = "WindowsKeyListener";
  static constexpr char kUsage[] = "new windowsKeys.KeyListener(onKey)";

  static bool Accepts(const Napi::CallbackInfo& info) { return info.Length() == 1 && info[0].IsFunction(); }

  static std::unique_ptr<EventSource> Create(const Napi::CallbackInfo& info, Callbacks& callbacks) {
    return std::make_unique<WindowsKeyListener>(callbacks.Add<bool, uint16_t, bool, bool>(info[0]));
  }
};

Napi::Value Characters(const Napi::CallbackInfo& info) {
  return ToEntries(info.Env(), ReadForegroundLayout());
}

}  // namespace

Napi::Object BindWindowsKeys(Napi::Env env) {
  Napi::Object binding = Napi::Object::New(env);
  binding["KeyListener"] = Listener<WindowsKeyListenerBinding>::Class(env);
  binding["characters"] = Napi::Function::New(env, Characters, "characters");
  return binding;
}

}  // namespace guildhall
