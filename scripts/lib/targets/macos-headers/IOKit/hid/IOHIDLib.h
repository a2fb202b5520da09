#pragma once
// What the addon uses of this header of macOS, so that it compiles without it. It never runs.
#include <IOKit/IOKitLib.h>
#include <IOKit/hid/IOHIDKeys.h>
extern "C" {
typedef struct __IOHIDDevice *IOHIDDeviceRef;
typedef struct __IOHIDElement *IOHIDElementRef;
typedef struct __IOHIDValue *IOHIDValueRef;
typedef struct __IOHIDManager *IOHIDManagerRef;
typedef UInt32 IOOptionBits;
enum IOHIDElementType {
  kIOHIDElementTypeInput_Misc = 1,
  kIOHIDElementTypeInput_Button = 2,
  kIOHIDElementTypeInput_Axis = 3
};
enum { kIOHIDOptionsTypeNone = 0 };
enum {
  kHIDPage_GenericDesktop = 1,
  kHIDPage_Button = 9,
  kHIDUsage_GD_Joystick = 4,
  kHIDUsage_GD_GamePad = 5,
  kHIDUsage_GD_MultiAxisController = 8,
  kHIDUsage_GD_X = 0x30,
  kHIDUsage_GD_Wheel = 0x38,
  kHIDUsage_GD_Hatswitch = 0x39
};
typedef void (*IOHIDDeviceCallback)(void *, IOReturn, void *, IOHIDDeviceRef);
typedef void (*IOHIDValueCallback)(void *, IOReturn, void *, IOHIDValueRef);
IOHIDManagerRef IOHIDManagerCreate(CFAllocatorRef, IOOptionBits);
void IOHIDManagerSetDeviceMatchingMultiple(IOHIDManagerRef, CFArrayRef);
CFSetRef IOHIDManagerCopyDevices(IOHIDManagerRef);
void IOHIDManagerRegisterDeviceMatchingCallback(IOHIDManagerRef, IOHIDDeviceCallback, void *);
void IOHIDManagerRegisterDeviceRemovalCallback(IOHIDManagerRef, IOHIDDeviceCallback, void *);
void IOHIDManagerRegisterInputValueCallback(IOHIDManagerRef, IOHIDValueCallback, void *);
void IOHIDManagerScheduleWithRunLoop(IOHIDManagerRef, CFRunLoopRef, CFStringRef);
void IOHIDManagerUnscheduleFromRunLoop(IOHIDManagerRef, CFRunLoopRef, CFStringRef);
IOReturn IOHIDManagerOpen(IOHIDManagerRef, IOOptionBits);
IOReturn IOHIDManagerClose(IOHIDManagerRef, IOOptionBits);
CFTypeRef IOHIDDeviceGetProperty(IOHIDDeviceRef, CFStringRef);
CFArrayRef IOHIDDeviceCopyMatchingElements(IOHIDDeviceRef, CFDictionaryRef, IOOptionBits);
IOReturn IOHIDDeviceGetValue(IOHIDDeviceRef, IOHIDElementRef, IOHIDValueRef *);
IOHIDElementType IOHIDElementGetType(IOHIDElementRef);
uint32_t IOHIDElementGetUsagePage(IOHIDElementRef);
uint32_t IOHIDElementGetUsage(IOHIDElementRef);
CFIndex IOHIDElementGetLogicalMin(IOHIDElementRef);
CFIndex IOHIDElementGetLogicalMax(IOHIDElementRef);
IOHIDDeviceRef IOHIDElementGetDevice(IOHIDElementRef);
IOHIDElementRef IOHIDValueGetElement(IOHIDValueRef);
CFIndex IOHIDValueGetIntegerValue(IOHIDValueRef);
CFIndex IOHIDValueGetLength(IOHIDValueRef);
}
