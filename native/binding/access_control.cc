#include "access-control/access_control.h"

#include "binding/binding.h"

namespace guildhall {
namespace {

bool IsText(const Napi::CallbackInfo& info) { return info.Length() == 1 && info[0].IsString(); }

Napi::Value Read(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  if (!IsText(info)) return ThrowUsage(env, "accessControl.read(path)");
  const AccessList access = ReadAccess(info[0].As<Napi::String>());
  Napi::Array entries = Napi::Array::New(env);
  for (const AccessEntry& entry : access.entries) {
    Napi::Object object = Napi::Object::New(env);
    object["user"] = entry.user;
    object["rights"] = static_cast<double>(entry.rights);
    object["isDenied"] = entry.is_denied;
    entries[entries.Length()] = object;
  }
  Napi::Object object = Napi::Object::New(env);
  object["error"] = access.error;
  object["isMissing"] = access.is_missing;
  object["owner"] = access.owner;
  object["hasList"] = access.has_list;
  object["isProtected"] = access.is_protected;
  object["entries"] = entries;
  return object;
}

Napi::Value Protect(const Napi::CallbackInfo& info) {
  if (!IsText(info)) return ThrowUsage(info.Env(), "accessControl.makePrivate(path)");
  return Napi::String::New(info.Env(), MakePrivate(info[0].As<Napi::String>()));
}

Napi::Value Create(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  if (info.Length() != 2 || !info[0].IsString() || !info[1].IsBoolean()) {
    return ThrowUsage(env, "accessControl.createPrivate(path, isFolder)");
  }
  const uint32_t error = CreatePrivate(info[0].As<Napi::String>(), info[1].As<Napi::Boolean>());
  return Napi::Number::New(env, static_cast<double>(error));
}

Napi::Value ProtectPipe(const Napi::CallbackInfo& info) {
  if (!IsText(info)) return ThrowUsage(info.Env(), "accessControl.makePipePrivate(name)");
  return Napi::String::New(info.Env(), MakePipePrivate(info[0].As<Napi::String>()));
}

Napi::Value Connect(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  if (!IsText(info)) return ThrowUsage(env, "accessControl.connectPipe(name)");
  const PipeConnection connection = ConnectPipe(info[0].As<Napi::String>());
  Napi::Object object = Napi::Object::New(env);
  object["error"] = static_cast<double>(connection.error);
  object["descriptor"] = connection.descriptor;
  object["server"] = connection.server;
  return object;
}

}  // namespace

Napi::Object BindAccessControl(Napi::Env env) {
  Napi::Object binding = Napi::Object::New(env);
  binding["read"] = Napi::Function::New(env, Read, "read");
  binding["makePrivate"] = Napi::Function::New(env, Protect, "makePrivate");
  binding["createPrivate"] = Napi::Function::New(env, Create, "createPrivate");
  binding["makePipePrivate"] = Napi::Function::New(env, ProtectPipe, "makePipePrivate");
  binding["connectPipe"] = Napi::Function::New(env, Connect, "connectPipe");
  return binding;
}

}  // namespace guildhall
