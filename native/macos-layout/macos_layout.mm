#include "macos-layout/macos_layout.h"

#include <Carbon/Carbon.h>

#include <utility>

namespace guildhall {
namespace {

constexpr uint16_t kLastVirtualKey = 0x7f;

// Empty if the key types no visible character.
std::u16string CharactersOf(const UCKeyboardLayout& layout, uint16_t virtual_key) {
  UInt32 dead_keys = 0;
  UniChar text[8] = {};
  UniCharCount length = 0;
  const OSStatus status = UCKeyTranslate(&layout, virtual_key, kUCKeyActionDisplay, 0, LMGetKbdType(),
                                         kUCKeyTranslateNoDeadKeysMask, &dead_keys, 8, &length, text);
  const bool is_visible = status == noErr && length > 0 && text[0] > u' ' && text[0] != 0x7f;
  return is_visible ? std::u16string(text, text + length) : u"";
}

}  // namespace

std::map<uint16_t, std::u16string> ReadCurrentLayout() {
  std::map<uint16_t, std::u16string> characters;
  // Of an input method, it is the layout below it.
  const TISInputSourceRef source = TISCopyCurrentKeyboardLayoutInputSource();
  if (source == nullptr) return characters;
  const void* property = TISGetInputSourceProperty(source, kTISPropertyUnicodeKeyLayoutData);
  if (property != nullptr) {
    const UInt8* bytes = CFDataGetBytePtr(static_cast<CFDataRef>(property));
    const auto& layout = *reinterpret_cast<const UCKeyboardLayout*>(bytes);
    for (uint16_t virtual_key = 0; virtual_key <= kLastVirtualKey; ++virtual_key) {
      std::u16string text = CharactersOf(layout, virtual_key);
      if (!text.empty()) characters[virtual_key] = std::move(text);
    }
  }
  CFRelease(source);
  return characters;
}

}  // namespace guildhall
