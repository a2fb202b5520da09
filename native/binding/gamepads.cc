#include "gamepads/gamepads.h"

#include "binding/binding.h"
#include "binding/listener.h"

namespace guildhall {
namespace {

const char* NameOf(MappingOrigin origin) {
  switch (origin) {
    case MappingOrigin::kNone:
      return "none";
    case MappingOrigin::kSystem:
      return "system";
    case MappingOrigin::kFile:
      return "file";
  }
  return "none";
}

const char* NameOf(MappingFault fault) {
  switch (fault) {
    case MappingFault::kBadGuid:
      return "bad-guid";
    case MappingFault::kNoColon:
      return "no-colon";
    case MappingFault::kBadSource:
      return "bad-source";
    case MappingFault::kBadChecksum:
      return "bad-checksum";
    case MappingFault::kNoButton:
      break;
  }
  return "no-button";
}

// new Mappings(text): a file of mappings, parsed once and shared.
class Mappings : public Napi::ObjectWrap<Mappings> {
 public:
  static Napi::Function Class(Napi::Env env) {
    return DefineClass(env, "Mappings",
                       {InstanceAccessor<&Mappings::Warnings>("warnings"),
                        InstanceAccessor<&Mappings::BadLines>("badLines")});
  }

  explicit Mappings(const Napi::CallbackInfo& info) : Napi::ObjectWrap<Mappings>(info) {
    if (info.Length() != 1 || !info[0].IsString()) {
      ThrowUsage(info.Env(), "new gamepads.Mappings(text)");
      return;
    }
    database_ =
        std::make_shared<const MappingDatabase>(info[0].As<Napi::String>().Utf8Value(), kMappingPlatform);
    info.This().As<Napi::Object>().TypeTag(&kTag);
  }

  static bool Is(const Napi::Value& value) {
    return value.IsObject() && value.As<Napi::Object>().CheckTypeTag(&kTag);
  }

  // Only for a value for which `Is` is true.
  static std::shared_ptr<const MappingDatabase> DatabaseOf(const Napi::Value& value) {
    return Unwrap(value.As<Napi::Object>())->database_;
  }

 private:
  static constexpr napi_type_tag kTag = {0x6d75d30b24c64e17, 0xa1c60f4ef15db28e};

  Napi::Value Warnings(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    Napi::Array warnings = Napi::Array::New(env);
    for (const auto& [line, problem] : database_->warnings()) {
      Napi::Object entry = Napi::Object::New(env);
      entry["line"] = line;
      entry["fault"] = NameOf(problem.fault);
      entry["text"] = problem.text;
      warnings[warnings.Length()] = entry;
    }
    return warnings;
  }

  Napi::Value BadLines(const Napi::CallbackInfo& info) {
    return Napi::Number::New(info.Env(), database_->bad_lines());
  }

  std::shared_ptr<const MappingDatabase> database_;
};

Napi::Value List(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  if (info.Length() != 1 || !Mappings::Is(info[0])) return ThrowUsage(env, "gamepads.list(mappings)");
  const auto listed = ListGamepads(*Mappings::DatabaseOf(info[0]));
  if (!listed) return ThrowFailure(env, StartStatus::kOutOfDescriptors);
  Napi::Array gamepads = Napi::Array::New(env);
  for (const Gamepad& gamepad : *listed) {
    Napi::Object entry = Napi::Object::New(env);
    entry["identity"] = gamepad.identity;
    entry["name"] = gamepad.name;
    entry["guid"] = gamepad.guid;
    entry["mapping"] = NameOf(gamepad.mapping);
    entry["readable"] = gamepad.readable;
    gamepads[gamepads.Length()] = entry;
  }
  return gamepads;
}

struct GamepadListenerBinding {
  static constexpr char kName[] = "GamepadListener";
  static constexpr char kUsage[] = "new gamepads.Listener(mappings, onButton)";

  static bool Accepts(const Napi::CallbackInfo& info) {
    return info.Length() == 2 && Mappings::Is(info[0]) && info[1].IsFunction();
  }

  static std::unique_ptr<EventSource> Create(const Napi::CallbackInfo& info, Callbacks& callbacks) {
    return ListenToGamepads(Mappings::DatabaseOf(info[0]), callbacks.Add<int, bool>(info[1]));
  }
};

}  // namespace

Napi::Object BindGamepads(Napi::Env env) {
  Napi::Object binding = Napi::Object::New(env);
  binding["Mappings"] = Mappings::Class(env);
  binding["list"] = Napi::Function::New(env, List, "list");
  binding["Listener"] = Listener<GamepadListenerBinding>::Class(env);
  return binding;
}

}  // namespace guildhall
