#pragma once
// What the addon uses of this header of macOS, so that it compiles without it. It never runs.
#include <MacTypes.h>
#include <dispatch/dispatch.h>
#include <stdint.h>
extern "C" {
typedef const void *CFTypeRef;
typedef signed long CFIndex;
typedef unsigned long CFTypeID;
typedef uint32_t CFStringEncoding;
typedef CFIndex CFNumberType;
typedef const struct __CFString *CFStringRef;
typedef const struct __CFArray *CFArrayRef;
typedef struct __CFArray *CFMutableArrayRef;
typedef const struct __CFSet *CFSetRef;
typedef const struct __CFData *CFDataRef;
typedef const struct __CFNumber *CFNumberRef;
typedef const struct __CFDictionary *CFDictionaryRef;
typedef struct __CFDictionary *CFMutableDictionaryRef;
typedef const struct __CFAllocator *CFAllocatorRef;
typedef struct __CFRunLoop *CFRunLoopRef;
typedef struct __CFRunLoopSource *CFRunLoopSourceRef;
typedef CFStringRef CFRunLoopMode;
struct CFArrayCallBacks;
struct CFDictionaryKeyCallBacks;
struct CFDictionaryValueCallBacks;
extern const CFArrayCallBacks kCFTypeArrayCallBacks;
extern const CFDictionaryKeyCallBacks kCFTypeDictionaryKeyCallBacks;
extern const CFDictionaryValueCallBacks kCFTypeDictionaryValueCallBacks;
typedef struct {
  CFIndex version;
  void *info;
  const void *(*retain)(const void *);
  void (*release)(const void *);
  CFStringRef (*copyDescription)(const void *);
  Boolean (*equal)(const void *, const void *);
  unsigned long (*hash)(const void *);
  void (*schedule)(void *, CFRunLoopRef, CFRunLoopMode);
  void (*cancel)(void *, CFRunLoopRef, CFRunLoopMode);
  void (*perform)(void *);
} CFRunLoopSourceContext;
enum { kCFStringEncodingUTF8 = 0x08000100 };
enum { kCFNumberSInt64Type = 4, kCFNumberIntType = 9 };
CFStringRef __CFStringMakeConstantString(const char *);
#define CFSTR(c) __CFStringMakeConstantString("" c "")
void CFRelease(CFTypeRef);
CFTypeID CFGetTypeID(CFTypeRef);
CFTypeID CFNumberGetTypeID(void);
CFTypeID CFStringGetTypeID(void);
CFTypeID CFDataGetTypeID(void);
CFIndex CFDataGetLength(CFDataRef);
const UInt8 *CFDataGetBytePtr(CFDataRef);
CFIndex CFStringGetMaximumSizeForEncoding(CFIndex, CFStringEncoding);
CFIndex CFStringGetLength(CFStringRef);
Boolean CFStringGetCString(CFStringRef, char *, CFIndex, CFStringEncoding);
Boolean CFNumberGetValue(CFNumberRef, CFNumberType, void *);
CFNumberRef CFNumberCreate(CFAllocatorRef, CFNumberType, const void *);
CFIndex CFSetGetCount(CFSetRef);
void CFSetGetValues(CFSetRef, const void **);
CFIndex CFArrayGetCount(CFArrayRef);
const void *CFArrayGetValueAtIndex(CFArrayRef, CFIndex);
CFMutableArrayRef CFArrayCreateMutable(CFAllocatorRef, CFIndex, const CFArrayCallBacks *);
void CFArrayAppendValue(CFMutableArrayRef, const void *);
CFDictionaryRef CFDictionaryCreate(CFAllocatorRef, const void **, const void **, CFIndex,
                                   const CFDictionaryKeyCallBacks *, const CFDictionaryValueCallBacks *);
extern const CFRunLoopMode kCFRunLoopDefaultMode;
CFRunLoopRef CFRunLoopGetCurrent(void);
void CFRunLoopRun(void);
void CFRunLoopStop(CFRunLoopRef);
void CFRunLoopWakeUp(CFRunLoopRef);
CFRunLoopSourceRef CFRunLoopSourceCreate(CFAllocatorRef, CFIndex, CFRunLoopSourceContext *);
void CFRunLoopSourceSignal(CFRunLoopSourceRef);
void CFRunLoopAddSource(CFRunLoopRef, CFRunLoopSourceRef, CFRunLoopMode);
void CFRunLoopRemoveSource(CFRunLoopRef, CFRunLoopSourceRef, CFRunLoopMode);
}
