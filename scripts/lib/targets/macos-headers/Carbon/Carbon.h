#pragma once
// What the addon uses of this header of macOS, so that it compiles without it. It never runs.
#include <CoreFoundation/CoreFoundation.h>
extern "C" {
typedef struct __TISInputSource *TISInputSourceRef;
typedef struct UCKeyboardLayout UCKeyboardLayout;
enum { kUCKeyActionDisplay = 3 };
enum { kUCKeyTranslateNoDeadKeysMask = 1 };
extern const CFStringRef kTISPropertyUnicodeKeyLayoutData;
TISInputSourceRef TISCopyCurrentKeyboardLayoutInputSource(void);
void *TISGetInputSourceProperty(TISInputSourceRef, CFStringRef);
UInt8 LMGetKbdType(void);
OSStatus UCKeyTranslate(const UCKeyboardLayout *, UInt16 virtualKeyCode, UInt16 keyAction,
                        UInt32 modifierKeyState, UInt32 keyboardType, OptionBits, UInt32 *deadKeyState,
                        UniCharCount maxStringLength, UniCharCount *actualStringLength, UniChar *unicodeString);
}
