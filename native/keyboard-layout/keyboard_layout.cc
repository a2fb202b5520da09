#include "keyboard-layout/keyboard_layout.h"

#include "dynamic-library/dynamic_library.h"

namespace guildhall {
namespace {

// The part of libxkbcommon's stable ABI (libxkbcommon.so.0) that is used here.
struct xkb_context;
struct xkb_keymap;
struct xkb_rule_names {
  const char* rules;
  const char* model;
  const char* layout;
  const char* variant;
  const char* options;
};
constexpr int kCritical = 10;
constexpr int kTextFormat = 1;
// XKB key codes are those of the kernel plus 8.
constexpr uint32_t kFirstKey = 8;
constexpr uint32_t kLastCode = 0xff;

struct LibXkbCommon {
  DynamicLibrary library{"libxkbcommon.so.0"};
  xkb_context* (*context_new)(int flags);
  void (*context_unref)(xkb_context*);
  void (*set_log_level)(xkb_context*, int level);
  xkb_keymap* (*keymap_new)(xkb_context*, const xkb_rule_names*, int flags);
  xkb_keymap* (*keymap_from_text)(xkb_context*, const char* text, int format, int flags);
  void (*keymap_unref)(xkb_keymap*);
  uint32_t (*layouts_of_key)(xkb_keymap*, uint32_t key);
  int (*symbols_of_key)(xkb_keymap*, uint32_t key, uint32_t layout, uint32_t level, const uint32_t** symbols);
  int (*to_utf8)(uint32_t symbol, char* buffer, size_t size);

  LibXkbCommon() {
    library.Load(context_new, "xkb_context_new");
    library.Load(context_unref, "xkb_context_unref");
    library.Load(set_log_level, "xkb_context_set_log_level");
    library.Load(keymap_new, "xkb_keymap_new_from_names");
    library.Load(keymap_from_text, "xkb_keymap_new_from_string");
    library.Load(keymap_unref, "xkb_keymap_unref");
    library.Load(layouts_of_key, "xkb_keymap_num_layouts_for_key");
    library.Load(symbols_of_key, "xkb_keymap_key_get_syms_by_level");
    library.Load(to_utf8, "xkb_keysym_to_utf8");
  }
};

// Accents of dead keys by their symbols, from XKB_KEY_dead_grave (0xfe50) on.
constexpr uint32_t kFirstDead = 0xfe50;
constexpr const char* kAccents[] = {"`",      "\u00b4", "^",      "~",      "\u00af", "\u02d8", "\u02d9",
                                    "\u00a8", "\u02da", "\u02dd", "\u02c7", "\u00b8", "\u02db"};

std::string CharacterOf(const LibXkbCommon& xkb, uint32_t symbol) {
  if (symbol >= kFirstDead && symbol - kFirstDead < sizeof kAccents / sizeof *kAccents) {
    return kAccents[symbol - kFirstDead];
  }
  char text[8] = "";
  if (xkb.to_utf8(symbol, text, sizeof text) <= 0) return "";
  // Control characters (of Enter, Escape, ...) and the space are not visible.
  const unsigned char first = static_cast<unsigned char>(text[0]);
  return first <= ' ' || first == 0x7f ? "" : text;
}

std::map<uint16_t, std::string> CharactersOf(const LibXkbCommon& xkb, xkb_keymap* keymap, uint32_t group) {
  std::map<uint16_t, std::string> characters;
  for (uint32_t code = 1; code <= kLastCode; ++code) {
    const uint32_t key = code + kFirstKey;
    const uint32_t layouts = xkb.layouts_of_key(keymap, key);
    if (layouts == 0) continue;
    const uint32_t* symbols = nullptr;
    const int count = xkb.symbols_of_key(keymap, key, group % layouts, 0, &symbols);
    const std::string character = count == 1 ? CharacterOf(xkb, symbols[0]) : "";
    if (!character.empty()) characters[static_cast<uint16_t>(code)] = character;
  }
  return characters;
}

// `compile` creates a keymap in a context, or returns null.
template <typename Compile>
KeyCharacters Read(Compile compile, uint32_t group) {
  const LibXkbCommon* library = LoadFunctions<LibXkbCommon>();
  if (library == nullptr) return {KeymapStatus::kMissingLibrary, {}};
  const LibXkbCommon& xkb = *library;
  xkb_context* context = xkb.context_new(0);
  if (context == nullptr) return {KeymapStatus::kMissingData, {}};
  // It reports an unknown layout on standard error.
  xkb.set_log_level(context, kCritical);
  KeyCharacters result{KeymapStatus::kUnknownLayout, {}};
  xkb_keymap* keymap = compile(xkb, context);
  if (keymap != nullptr) {
    result.status = KeymapStatus::kRead;
    result.characters = CharactersOf(xkb, keymap, group);
    xkb.keymap_unref(keymap);
  }
  xkb.context_unref(context);
  return result;
}

}  // namespace

KeyCharacters ReadKeyCharacters(const XkbNames& names) {
  const xkb_rule_names asked{names.rules.c_str(), names.model.c_str(), names.layout.c_str(),
                             names.variant.c_str(), names.options.c_str()};
  const auto compile = [&asked](const LibXkbCommon& xkb, xkb_context* context) {
    return xkb.keymap_new(context, &asked, 0);
  };
  return Read(compile, names.group);
}

KeyCharacters ReadKeyCharacters(const std::string& keymap) {
  const auto compile = [&keymap](const LibXkbCommon& xkb, xkb_context* context) {
    return xkb.keymap_from_text(context, keymap.c_str(), kTextFormat, 0);
  };
  return Read(compile, 0);
}

}  // namespace guildhall
