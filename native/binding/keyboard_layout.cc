#include "keyboard-layout/keyboard_layout.h"

#include "binding/binding.h"
#include "keyboard-layout/wayland_keymap.h"
#include "keyboard-layout/x_layout.h"

namespace guildhall {
namespace {

const char* NameOf(KeymapStatus status) {
  switch (status) {
    case KeymapStatus::kRead:
      return "read";
    case KeymapStatus::kMissingLibrary:
      return "missing-library";
    case KeymapStatus::kMissingData:
      return "missing-data";
    case KeymapStatus::kUnknownLayout:
      return "unknown-layout";
  }
  return "unknown-layout";
}

std::string TextOf(const Napi::Object& from, const char* name) {
  const Napi::Value value = from.Get(name);
  return value.IsString() ? value.As<Napi::String>().Utf8Value() : "";
}

KeyCharacters ReadAsked(const Napi::Object& asked) {
  const std::string keymap = TextOf(asked, "keymap");
  if (!keymap.empty()) return ReadKeyCharacters(keymap);
  XkbNames names{TextOf(asked, "rules"),   TextOf(asked, "model"),   TextOf(asked, "layout"),
                 TextOf(asked, "variant"), TextOf(asked, "options"), 0};
  const Napi::Value group = asked.Get("group");
  if (group.IsNumber()) names.group = group.As<Napi::Number>().Uint32Value();
  return ReadKeyCharacters(names);
}

Napi::Value Characters(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  if (info.Length() != 1 || !info[0].IsObject()) {
    return ThrowUsage(env, "keyboardLayout.characters(layout)");
  }
  const KeyCharacters read = ReadAsked(info[0].As<Napi::Object>());
  Napi::Object result = Napi::Object::New(env);
  result["status"] = NameOf(read.status);
  result["characters"] = ToEntries(env, read.characters);
  return result;
}

Napi::Value OfWayland(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  if (info.Length() != 2 || !info[0].IsString() || !info[1].IsNumber()) {
    return ThrowUsage(env, "keyboardLayout.ofWayland(socket, timeoutMs)");
  }
  const std::chrono::milliseconds timeout(info[1].As<Napi::Number>().Int64Value());
  const std::string keymap = ReadWaylandKeymap(info[0].As<Napi::String>(), timeout);
  if (keymap.empty()) return env.Null();
  Napi::Object result = Napi::Object::New(env);
  result["keymap"] = keymap;
  return result;
}

Napi::Value OfXDisplay(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const std::optional<XkbNames> names = ReadXLayout();
  if (!names) return env.Null();
  Napi::Object result = Napi::Object::New(env);
  result["rules"] = names->rules;
  result["model"] = names->model;
  result["layout"] = names->layout;
  result["variant"] = names->variant;
  result["options"] = names->options;
  result["group"] = Napi::Number::New(env, names->group);
  return result;
}

}  // namespace

Napi::Object BindKeyboardLayout(Napi::Env env) {
  Napi::Object binding = Napi::Object::New(env);
  binding["characters"] = Napi::Function::New(env, Characters, "characters");
  binding["ofXDisplay"] = Napi::Function::New(env, OfXDisplay, "ofXDisplay");
  binding["ofWayland"] = Napi::Function::New(env, OfWayland, "ofWayland");
  return binding;
}

}  // namespace guildhall
