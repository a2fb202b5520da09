#pragma once

#include <napi.h>

#include <cstdint>
#include <map>
#include <string>

namespace guildhall {

// One object for each area. The module of the same name in src/platform/native/ documents its members and is
// the only caller.
Napi::Object BindAccessControl(Napi::Env env);
Napi::Object BindAudioEndpoints(Napi::Env env);
Napi::Object BindEvdev(Napi::Env env);
Napi::Object BindFreeMemory(Napi::Env env);
Napi::Object BindGamepads(Napi::Env env);
Napi::Object BindHidDevices(Napi::Env env);
Napi::Object BindHostProcess(Napi::Env env);
Napi::Object BindKeyboardLayout(Napi::Env env);
Napi::Object BindMacosLayout(Napi::Env env);
Napi::Object BindOpus(Napi::Env env);
Napi::Object BindPeerCredentials(Napi::Env env);
Napi::Object BindProgramSigner(Napi::Env env);
Napi::Object BindServiceNotify(Napi::Env env);
Napi::Object BindSpeexDsp(Napi::Env env);
Napi::Object BindUdpSocket(Napi::Env env);
Napi::Object BindWindowsKeys(Napi::Env env);
Napi::Object BindXDisplay(Napi::Env env);
Napi::Object BindXInput(Napi::Env env);

// Throws a TypeError that shows how a function is called, e.g. "evdev.listDevices()". Returns the value that
// the binding has to return.
inline Napi::Value ThrowUsage(Napi::Env env, const char* usage) {
  Napi::TypeError::New(env, usage).ThrowAsJavaScriptException();
  return env.Undefined();
}

// The characters of keys by their codes, as [code, character] each.
template <typename Text>
Napi::Array ToEntries(Napi::Env env, const std::map<uint16_t, Text>& characters) {
  Napi::Array entries = Napi::Array::New(env);
  for (const auto& [code, character] : characters) {
    Napi::Array entry = Napi::Array::New(env, 2);
    entry[0u] = Napi::Number::New(env, code);
    entry[1u] = Napi::String::New(env, character);
    entries[entries.Length()] = entry;
  }
  return entries;
}

}  // namespace guildhall
