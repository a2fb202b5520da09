#include "macos-layout/macos_layout.h"

#include "binding/binding.h"

namespace guildhall {
namespace {

Napi::Value Characters(const Napi::CallbackInfo& info) { return ToEntries(info.Env(), ReadCurrentLayout()); }

}  // namespace

Napi::Object BindMacosLayout(Napi::Env env) {
  Napi::Object binding = Napi::Object::New(env);
  binding["characters"] = Napi::Function::New(env, Characters, "characters");
  return binding;
}

}  // namespace guildhall
