#pragma once

#include <string>

#include "binding/binding.h"
#include "dynamic-library/dynamic_library.h"

namespace guildhall {

// What `probe` of a binding returns: whether a library, of which `Functions` are used, can be opened, and
// what `describe` says about it or why it cannot.
template <typename Functions>
Napi::Object ProbeLibrary(Napi::Env env, std::string (*describe)(const Functions&)) {
  std::string error;
  const Functions* functions = LoadFunctions<Functions>(&error);
  Napi::Object result = Napi::Object::New(env);
  result["state"] = functions == nullptr ? "missing-library" : "usable";
  result["detail"] = functions == nullptr ? error : describe(*functions);
  return result;
}

// Throws an Error. Returns the value that the binding has to return.
inline Napi::Value ThrowError(Napi::Env env, const char* message) {
  Napi::Error::New(env, message).ThrowAsJavaScriptException();
  return env.Undefined();
}

}  // namespace guildhall
