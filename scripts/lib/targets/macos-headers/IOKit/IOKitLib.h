#pragma once
// What the addon uses of this header of macOS, so that it compiles without it. It never runs.
#include <CoreFoundation/CoreFoundation.h>
#include <mach/mach.h>
#include <os/availability.h>
extern "C" {
typedef kern_return_t IOReturn;
typedef mach_port_t io_object_t;
typedef io_object_t io_iterator_t;
typedef struct IONotificationPort *IONotificationPortRef;
typedef void (*IOServiceMatchingCallback)(void *, io_iterator_t);
#define IO_OBJECT_NULL ((io_object_t)0)
#define kIOFirstMatchNotification "IOServiceFirstMatch"
#define kIOTerminatedNotification "IOServiceTerminate"
extern const mach_port_t kIOMainPortDefault API_AVAILABLE(macos(12.0));
IONotificationPortRef IONotificationPortCreate(mach_port_t);
void IONotificationPortDestroy(IONotificationPortRef);
void IONotificationPortSetDispatchQueue(IONotificationPortRef, dispatch_queue_t);
kern_return_t IOServiceAddMatchingNotification(IONotificationPortRef, const char *, CFDictionaryRef,
                                               IOServiceMatchingCallback, void *, io_iterator_t *);
CFMutableDictionaryRef IOServiceMatching(const char *);
CFMutableDictionaryRef IORegistryEntryIDMatching(uint64_t);
io_object_t IOServiceGetMatchingService(mach_port_t, CFDictionaryRef);
CFTypeRef IORegistryEntryCreateCFProperty(io_object_t, CFStringRef, CFAllocatorRef, UInt32);
io_object_t IOIteratorNext(io_iterator_t);
kern_return_t IOObjectRelease(io_object_t);
}
enum { kIOReturnSuccess = 0 };
