#include "service-notify/service_notify.h"

#include "binding/binding.h"

namespace guildhall {
namespace {

const char* NameOf(NotifyStatus status) {
  switch (status) {
    case NotifyStatus::kSent:
      return "sent";
    case NotifyStatus::kBadAddress:
      return "bad-address";
    case NotifyStatus::kFailed:
      return "failed";
    case NotifyStatus::kUnsupported:
      return "unsupported";
  }
  return "failed";
}

Napi::Value Notify(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  if (info.Length() != 2 || !info[0].IsString() || !info[1].IsString()) {
    return ThrowUsage(env, "serviceNotify.notify(socket, message)");
  }
  const auto [status, error] = NotifyServiceManager(info[0].As<Napi::String>(), info[1].As<Napi::String>());
  Napi::Object result = Napi::Object::New(env);
  result["status"] = NameOf(status);
  result["error"] = error;
  return result;
}

}  // namespace

Napi::Object BindServiceNotify(Napi::Env env) {
  Napi::Object binding = Napi::Object::New(env);
  binding["notify"] = Napi::Function::New(env, Notify, "notify");
  return binding;
}

}  // namespace guildhall
