#include "binding/binding.h"
#include "binding/listener.h"
#include "x-input/x_key_listener.h"

namespace guildhall {
namespace {

Napi::Value IsUsable(const Napi::CallbackInfo& info) { return Napi::Boolean::New(info.Env(), HasXInput()); }

struct XKeyListenerBinding {
  static constexpr char kName[] = "XKeyListener";
  static constexpr char kUsage[] = "new xInput.KeyListener(onKey)";

  static bool Accepts(const Napi::CallbackInfo& info) { return info.Length() == 1 && info[0].IsFunction(); }

  static std::unique_ptr<EventSource> Create(const Napi::CallbackInfo& info, Callbacks& callbacks) {
    return std::make_unique<XKeyListener>(callbacks.Add<uint16_t, bool, bool>(info[0]));
  }
};

}  // namespace

Napi::Object BindXInput(Napi::Env env) {
  Napi::Object binding = Napi::Object::New(env);
  binding["isUsable"] = Napi::Function::New(env, IsUsable, "isUsable");
  binding["KeyListener"] = Listener<XKeyListenerBinding>::Class(env);
  return binding;
}

}  // namespace guildhall
