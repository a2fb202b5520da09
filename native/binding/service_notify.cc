#include "service-notify/service_notify.h"

#include "binding/binding.h"

namespace guildhall {
namespace {

Napi::Value Notify(const Napi::CallbackInfo& info) {
  if (info.Length() != 2 || !info[0].IsString() || !info[1].IsString()) {
    Napi::TypeError::New(info.Env(), "notifyServiceManager(socket, message)").ThrowAsJavaScriptException();
    return info.Env().Undefined();
  }
  const std::string error = NotifyServiceManager(info[0].As<Napi::String>(), info[1].As<Napi::String>());
  return Napi::String::New(info.Env(), error);
}

}  // namespace

void BindServiceNotify(Napi::Env env, Napi::Object exports) {
  exports["notifyServiceManager"] = Napi::Function::New(env, Notify, "notifyServiceManager");
}

}  // namespace guildhall
