#include "host-process/host_process.h"

#include "binding/binding.h"

namespace guildhall {
namespace {

Napi::Value Bind(const Napi::CallbackInfo& info) {
  if (info.Length() != 1 || !info[0].IsNumber()) {
    Napi::TypeError::New(info.Env(), "bindToParent(parentPid)").ThrowAsJavaScriptException();
    return info.Env().Undefined();
  }
  return Napi::String::New(info.Env(), BindToParent(info[0].As<Napi::Number>().Int64Value()));
}

Napi::Value Forget(const Napi::CallbackInfo& info) {
  ForgetFaultHandlers();
  return info.Env().Undefined();
}

}  // namespace

void BindHostProcess(Napi::Env env, Napi::Object exports) {
  exports["forgetFaultHandlers"] = Napi::Function::New(env, Forget, "forgetFaultHandlers");
  exports["bindToParent"] = Napi::Function::New(env, Bind, "bindToParent");
}

}  // namespace guildhall
