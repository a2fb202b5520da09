#include "x-display/x_display.h"

#include "binding/binding.h"

namespace guildhall {
namespace {

const char* NameOf(XDisplayState state) {
  switch (state) {
    case XDisplayState::kUsable:
      return "usable";
    case XDisplayState::kMissingLibrary:
      return "missing-library";
    case XDisplayState::kUnreachable:
      return "unreachable";
    case XDisplayState::kLacksRecord:
      return "lacks-record";
  }
  return "unreachable";
}

Napi::Value Probe(const Napi::CallbackInfo& info) {
  const XDisplayProbe probe = ProbeXDisplay();
  Napi::Object result = Napi::Object::New(info.Env());
  result["state"] = NameOf(probe.state);
  result["detail"] = probe.detail;
  return result;
}

}  // namespace

Napi::Object BindXDisplay(Napi::Env env) {
  Napi::Object binding = Napi::Object::New(env);
  binding["probe"] = Napi::Function::New(env, Probe, "probe");
  return binding;
}

}  // namespace guildhall
