#include "udp-socket/udp_socket.h"

#include "binding/binding.h"

namespace guildhall {
namespace {

Napi::Value Open(const Napi::CallbackInfo& info) {
  if (info.Length() != 1 || !info[0].IsBoolean()) return ThrowUsage(info.Env(), "udpSocket.open(isIpv6)");
  return Napi::Number::New(info.Env(), OpenUdpSocket(info[0].As<Napi::Boolean>()));
}

Napi::Value Mark(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  if (info.Length() != 3 || !info[0].IsNumber() || !info[1].IsBoolean() || !info[2].IsNumber()) {
    return ThrowUsage(env, "udpSocket.mark(descriptor, isIpv6, codePoint)");
  }
  const int descriptor = info[0].As<Napi::Number>();
  const int code_point = info[2].As<Napi::Number>();
  return Napi::Boolean::New(env, MarkPackets(descriptor, info[1].As<Napi::Boolean>(), code_point));
}

}  // namespace

Napi::Object BindUdpSocket(Napi::Env env) {
  Napi::Object binding = Napi::Object::New(env);
  binding["open"] = Napi::Function::New(env, Open, "open");
  binding["mark"] = Napi::Function::New(env, Mark, "mark");
  return binding;
}

}  // namespace guildhall
