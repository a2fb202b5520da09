#include "program-signer/program_signer.h"

#include "binding/binding.h"
#include "binding/worker.h"

namespace guildhall {
namespace {

const char* NameOf(SignatureStatus status) {
  switch (status) {
    case SignatureStatus::kNone:
      return "none";
    case SignatureStatus::kValid:
      return "valid";
    case SignatureStatus::kInvalid:
      return "invalid";
  }
  return "none";
}

Napi::Value ToObject(Napi::Env env, const ProgramSignature& signature) {
  Napi::Object object = Napi::Object::New(env);
  object["status"] = NameOf(signature.status);
  object["signer"] = signature.signer;
  return object;
}

Napi::Value Read(const Napi::CallbackInfo& info) {
  if (info.Length() != 1 || !info[0].IsString()) return ThrowUsage(info.Env(), "programSigner.read(path)");
  const std::string path = info[0].As<Napi::String>();
  return RunOnWorker<ProgramSignature>(
      info.Env(), "guildhall:readProgramSignature", [path] { return ReadProgramSignature(path); }, ToObject);
}

}  // namespace

Napi::Object BindProgramSigner(Napi::Env env) {
  Napi::Object binding = Napi::Object::New(env);
  binding["read"] = Napi::Function::New(env, Read, "read");
  return binding;
}

}  // namespace guildhall
