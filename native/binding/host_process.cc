#include "host-process/host_process.h"

#include "binding/binding.h"

namespace guildhall {
namespace {

const char* NameOf(BindStatus status) {
  switch (status) {
    case BindStatus::kBound:
      return "bound";
    case BindStatus::kParentGone:
      return "parent-gone";
    case BindStatus::kRefused:
      return "refused";
    case BindStatus::kUnsupported:
      return "unsupported";
  }
  return "refused";
}

Napi::Value Bind(const Napi::CallbackInfo& info) {
  if (info.Length() != 1 || !info[0].IsNumber()) {
    return ThrowUsage(info.Env(), "hostProcess.bindToParent(parentPid)");
  }
  return Napi::String::New(info.Env(), NameOf(BindToParent(info[0].As<Napi::Number>().Int64Value())));
}

Napi::Value Forget(const Napi::CallbackInfo& info) {
  ForgetFaultHandlers();
  return info.Env().Undefined();
}

}  // namespace

Napi::Object BindHostProcess(Napi::Env env) {
  Napi::Object binding = Napi::Object::New(env);
  binding["bindToParent"] = Napi::Function::New(env, Bind, "bindToParent");
  binding["forgetFaultHandlers"] = Napi::Function::New(env, Forget, "forgetFaultHandlers");
  return binding;
}

}  // namespace guildhall
