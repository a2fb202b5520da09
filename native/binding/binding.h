#pragma once

#include <napi.h>

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
Napi::Object BindOpus(Napi::Env env);
Napi::Object BindPeerCredentials(Napi::Env env);
Napi::Object BindServiceNotify(Napi::Env env);
Napi::Object BindSpeexDsp(Napi::Env env);
Napi::Object BindUdpSocket(Napi::Env env);
Napi::Object BindXDisplay(Napi::Env env);
Napi::Object BindXInput(Napi::Env env);

// Throws a TypeError that shows how a function is called, e.g. "evdev.listDevices()". Returns the value that
// the binding has to return.
inline Napi::Value ThrowUsage(Napi::Env env, const char* usage) {
  Napi::TypeError::New(env, usage).ThrowAsJavaScriptException();
  return env.Undefined();
}

}  // namespace guildhall
