#include "gamepads/gamepads.h"

#include <memory>

#include "binding/binding.h"

namespace guildhall {
namespace {

const char* NameOf(MappingOrigin origin) {
  switch (origin) {
    case MappingOrigin::kNone:
      return "none";
    case MappingOrigin::kSystem:
      return "system";
    case MappingOrigin::kFile:
      return "file";
  }
  return "none";
}

bool TakesMappings(const Napi::CallbackInfo& info, const char* usage, std::size_t length) {
  if (info.Length() == length && info[0].IsString() && (length == 1 || info[1].IsFunction())) return true;
  Napi::TypeError::New(info.Env(), usage).ThrowAsJavaScriptException();
  return false;
}

MappingDatabase DatabaseOf(const Napi::CallbackInfo& info) {
  return MappingDatabase(info[0].As<Napi::String>().Utf8Value(), kMappingPlatform);
}

Napi::Value CheckMappings(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  if (!TakesMappings(info, "checkGamepadMappings(mappings)", 1)) return env.Undefined();
  Napi::Array warnings = Napi::Array::New(env);
  const MappingDatabase database = DatabaseOf(info);
  for (const std::string& warning : database.warnings()) {
    warnings[warnings.Length()] = Napi::String::New(env, warning);
  }
  return warnings;
}

Napi::Value List(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  if (!TakesMappings(info, "listGamepads(mappings)", 1)) return env.Undefined();
  Napi::Array gamepads = Napi::Array::New(env);
  for (const Gamepad& gamepad : ListGamepads(DatabaseOf(info))) {
    Napi::Object entry = Napi::Object::New(env);
    entry["identity"] = gamepad.identity;
    entry["name"] = gamepad.name;
    entry["guid"] = gamepad.guid;
    entry["mapping"] = NameOf(gamepad.mapping);
    entry["readable"] = gamepad.readable;
    gamepads[gamepads.Length()] = entry;
  }
  return gamepads;
}

// new GamepadListener(mappings, onButton): listens until stop(), or until Node ends. onButton is called on
// the thread of JavaScript.
class GamepadListenerObject : public Napi::ObjectWrap<GamepadListenerObject> {
 public:
  static Napi::Function Class(Napi::Env env) {
    return DefineClass(env, "GamepadListener", {InstanceMethod<&GamepadListenerObject::Stop>("stop")});
  }

  explicit GamepadListenerObject(const Napi::CallbackInfo& info)
      : Napi::ObjectWrap<GamepadListenerObject>(info) {
    const Napi::Env env = info.Env();
    if (!TakesMappings(info, "new GamepadListener(mappings, onButton)", 2)) return;
    on_button_ = Napi::ThreadSafeFunction::New(env, info[1].As<Napi::Function>(), "guildhall:onButton", 0, 1);
    listener_ = std::make_unique<GamepadListener>(
        DatabaseOf(info), [this](int button, bool down) { SendButton(button, down); });
    napi_add_env_cleanup_hook(env, AtEnd, this);
    const std::string error = listener_->Start();
    if (error.empty()) return;
    Finish();
    Napi::Error::New(env, error).ThrowAsJavaScriptException();
  }

  ~GamepadListenerObject() override { Finish(); }

 private:
  void Stop(const Napi::CallbackInfo&) { Finish(); }

  static void AtEnd(void* self) { static_cast<GamepadListenerObject*>(self)->Finish(); }

  // Closes every pad; what is still on its way to JavaScript is dropped. Again: nothing.
  void Finish() {
    if (listener_ == nullptr) return;
    napi_remove_env_cleanup_hook(Env(), AtEnd, this);
    *stopped_ = true;
    listener_.reset();
    on_button_.Release();
  }

  // Runs on the thread of the listener.
  void SendButton(int button, bool down) {
    on_button_.NonBlockingCall([stopped = stopped_, button, down](Napi::Env env, Napi::Function call) {
      if (!*stopped) call.Call({Napi::Number::New(env, button), Napi::Boolean::New(env, down)});
    });
  }

  Napi::ThreadSafeFunction on_button_;
  // Read and written by the thread of JavaScript alone.
  const std::shared_ptr<bool> stopped_ = std::make_shared<bool>(false);
  std::unique_ptr<GamepadListener> listener_;
};

}  // namespace

void BindGamepads(Napi::Env env, Napi::Object exports) {
  exports["checkGamepadMappings"] = Napi::Function::New(env, CheckMappings, "checkGamepadMappings");
  exports["listGamepads"] = Napi::Function::New(env, List, "listGamepads");
  exports["GamepadListener"] = GamepadListenerObject::Class(env);
}

}  // namespace guildhall
