#include <memory>

#include "binding/binding.h"
#include "evdev/device_info.h"
#include "evdev/key_listener.h"

namespace guildhall {
namespace {

Napi::Value ListDevices(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
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

// new KeyListener(onKey, onDenied): listens until stop(), or until Node ends. Its functions are called on the
// thread of JavaScript, like every function here.
class KeyListenerObject : public Napi::ObjectWrap<KeyListenerObject> {
 public:
  static Napi::Function Class(Napi::Env env) {
    return DefineClass(env, "KeyListener", {InstanceMethod<&KeyListenerObject::Stop>("stop")});
  }

  explicit KeyListenerObject(const Napi::CallbackInfo& info) : Napi::ObjectWrap<KeyListenerObject>(info) {
    const Napi::Env env = info.Env();
    if (info.Length() != 2 || !info[0].IsFunction() || !info[1].IsFunction()) {
      Napi::TypeError::New(env, "new KeyListener(onKey, onDenied)").ThrowAsJavaScriptException();
      return;
    }
    on_key_ = Napi::ThreadSafeFunction::New(env, info[0].As<Napi::Function>(), "guildhall:onKey", 0, 1);
    on_denied_ = Napi::ThreadSafeFunction::New(env, info[1].As<Napi::Function>(), "guildhall:onDenied", 0, 1);
    listener_ = std::make_unique<KeyListener>([this](uint16_t code, bool down) { SendKey(code, down); },
                                              [this] { SendDenied(); });
    napi_add_env_cleanup_hook(env, AtEnd, this);
    const std::string error = listener_->Start();
    if (error.empty()) return;
    Finish();
    Napi::Error::New(env, error).ThrowAsJavaScriptException();
  }

  ~KeyListenerObject() override { Finish(); }

 private:
  void Stop(const Napi::CallbackInfo&) { Finish(); }

  static void AtEnd(void* self) { static_cast<KeyListenerObject*>(self)->Finish(); }

  // Closes every device; what is still on its way to JavaScript is dropped. Again: nothing.
  void Finish() {
    if (listener_ == nullptr) return;
    napi_remove_env_cleanup_hook(Env(), AtEnd, this);
    *stopped_ = true;
    listener_.reset();
    on_key_.Release();
    on_denied_.Release();
  }

  // These two run on the thread of the listener.

  void SendKey(uint16_t code, bool down) {
    on_key_.NonBlockingCall([stopped = stopped_, code, down](Napi::Env env, Napi::Function call) {
      if (!*stopped) call.Call({Napi::Number::New(env, code), Napi::Boolean::New(env, down)});
    });
  }

  void SendDenied() {
    on_denied_.NonBlockingCall([stopped = stopped_](Napi::Env, Napi::Function call) {
      if (!*stopped) call.Call({});
    });
  }

  Napi::ThreadSafeFunction on_key_;
  Napi::ThreadSafeFunction on_denied_;
  // Read and written by the thread of JavaScript alone.
  const std::shared_ptr<bool> stopped_ = std::make_shared<bool>(false);
  std::unique_ptr<KeyListener> listener_;
};

}  // namespace

void BindEvdev(Napi::Env env, Napi::Object exports) {
  Napi::Object evdev = Napi::Object::New(env);
  evdev["listDevices"] = Napi::Function::New(env, ListDevices, "listDevices");
  evdev["KeyListener"] = KeyListenerObject::Class(env);
  exports["evdev"] = evdev;
}

}  // namespace guildhall
