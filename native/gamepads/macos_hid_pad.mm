// UNTESTED: written for macOS, neither compiled nor run there.
#include "gamepads/macos_hid_pad.h"

#include <CoreFoundation/CoreFoundation.h>

#include <algorithm>
#include <utility>

#include "gamepads/hid_controls.h"

namespace guildhall {
namespace {

std::int64_t NumberProperty(IOHIDDeviceRef device, CFStringRef key) {
  const CFTypeRef value = IOHIDDeviceGetProperty(device, key);
  std::int64_t number = 0;
  if (value != nullptr && CFGetTypeID(value) == CFNumberGetTypeID()) {
    CFNumberGetValue(static_cast<CFNumberRef>(value), kCFNumberSInt64Type, &number);
  }
  return number;
}

std::string TextProperty(IOHIDDeviceRef device, CFStringRef key) {
  const CFTypeRef value = IOHIDDeviceGetProperty(device, key);
  if (value == nullptr || CFGetTypeID(value) != CFStringGetTypeID()) return "";
  const CFStringRef text = static_cast<CFStringRef>(value);
  const CFIndex capacity =
      CFStringGetMaximumSizeForEncoding(CFStringGetLength(text), kCFStringEncodingUTF8) + 1;
  std::string utf8(static_cast<std::size_t>(capacity), '\0');
  if (!CFStringGetCString(text, utf8.data(), capacity, kCFStringEncodingUTF8)) return "";
  utf8.resize(utf8.find('\0'));
  return utf8;
}

DeviceNumbers NumbersOf(IOHIDDeviceRef device) {
  const auto number = [&](CFStringRef key) {
    return static_cast<std::uint16_t>(NumberProperty(device, key));
  };
  return {kUsbBus, number(CFSTR(kIOHIDVendorIDKey)), number(CFSTR(kIOHIDProductIDKey)),
          number(CFSTR(kIOHIDVersionNumberKey))};
}

}  // namespace

HidPad::HidPad(IOHIDDeviceRef device) : device_(device) { ReadControls(); }

void HidPad::ReadControls() {
  std::vector<std::pair<std::uint32_t, IOHIDElementRef>> buttons, axes, hats;
  const CFArrayRef elements = IOHIDDeviceCopyMatchingElements(device_, nullptr, kIOHIDOptionsTypeNone);
  if (elements == nullptr) return;
  for (CFIndex at = 0; at < CFArrayGetCount(elements); ++at) {
    const auto element =
        static_cast<IOHIDElementRef>(const_cast<void*>(CFArrayGetValueAtIndex(elements, at)));
    const IOHIDElementType type = IOHIDElementGetType(element);
    const bool is_input = type == kIOHIDElementTypeInput_Misc || type == kIOHIDElementTypeInput_Button ||
                          type == kIOHIDElementTypeInput_Axis;
    const std::uint32_t page = IOHIDElementGetUsagePage(element);
    const std::uint32_t usage = IOHIDElementGetUsage(element);
    if (!is_input) continue;
    if (page == kHIDPage_Button) buttons.emplace_back(usage, element);
    if (page != kHIDPage_GenericDesktop) continue;
    if (usage >= kHIDUsage_GD_X && usage <= kHIDUsage_GD_Wheel) axes.emplace_back(usage, element);
    if (usage == kHIDUsage_GD_Hatswitch) hats.emplace_back(usage, element);
  }
  // The elements are valid as long as their device.
  CFRelease(elements);
  const auto count = [&](auto& all, Kind kind) {
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& one, const auto& other) { return one.first < other.first; });
    int index = 0;
    for (const auto& [usage, element] : all) controls_[element] = {kind, index++};
  };
  count(buttons, Kind::kButton);
  count(axes, Kind::kAxis);
  count(hats, Kind::kHat);
}

std::string HidPad::Name() const { return TextProperty(device_, CFSTR(kIOHIDProductKey)); }

std::string HidPad::Identity() const {
  const std::string serial = TextProperty(device_, CFSTR(kIOHIDSerialNumberKey));
  const std::string place = std::to_string(NumberProperty(device_, CFSTR(kIOHIDLocationIDKey)));
  return FormatGuid(guid()) + "/" + (serial.empty() ? place : serial);
}

Guid HidPad::guid() const { return MakeGuid(NumbersOf(device_), Name()); }

const Mapping* HidPad::FindIn(const MappingDatabase& database) const {
  return database.Find(guid(), ChecksumOfName(Name()));
}

MappingOrigin HidPad::OriginIn(const MappingDatabase& database) const {
  if (FindIn(database) != nullptr) return MappingOrigin::kFile;
  return HidMappingOf(NumbersOf(device_).vendor).empty() ? MappingOrigin::kNone : MappingOrigin::kSystem;
}

Mapping HidPad::MappingIn(const MappingDatabase& database) const {
  const Mapping* const mapping = FindIn(database);
  return mapping == nullptr ? HidMappingOf(NumbersOf(device_).vendor) : *mapping;
}

void HidPad::Apply(ButtonState& state, IOHIDValueRef value) const {
  const IOHIDElementRef element = IOHIDValueGetElement(value);
  const auto found = controls_.find(element);
  // Some pads send their whole report as one long value, which belongs to no control.
  if (found == controls_.end() || IOHIDValueGetLength(value) > static_cast<CFIndex>(sizeof(std::int64_t)))
    return;
  const std::int64_t number = IOHIDValueGetIntegerValue(value);
  const std::int64_t minimum = IOHIDElementGetLogicalMin(element);
  const std::int64_t maximum = IOHIDElementGetLogicalMax(element);
  const auto& [kind, index] = found->second;
  switch (kind) {
    case Kind::kButton:
      state.SetButton(index, number != 0);
      break;
    case Kind::kAxis:
      state.SetAxis(index, HidAxisPosition(number, minimum, maximum));
      break;
    case Kind::kHat:
      state.SetHat(index, HidHatDirections(number, minimum, maximum));
      break;
  }
}

void HidPad::ApplyAll(ButtonState& state) const {
  for (const auto& [element, control] : controls_) {
    IOHIDValueRef value = nullptr;
    if (IOHIDDeviceGetValue(device_, element, &value) == kIOReturnSuccess && value != nullptr)
      Apply(state, value);
  }
}

CFArrayRef CopyPadMatching() {
  const CFMutableArrayRef all = CFArrayCreateMutable(nullptr, 0, &kCFTypeArrayCallBacks);
  for (const int usage : {kHIDUsage_GD_Joystick, kHIDUsage_GD_GamePad, kHIDUsage_GD_MultiAxisController}) {
    const int page = kHIDPage_GenericDesktop;
    const CFNumberRef page_number = CFNumberCreate(nullptr, kCFNumberIntType, &page);
    const CFNumberRef usage_number = CFNumberCreate(nullptr, kCFNumberIntType, &usage);
    const void* keys[] = {CFSTR(kIOHIDDeviceUsagePageKey), CFSTR(kIOHIDDeviceUsageKey)};
    const void* values[] = {page_number, usage_number};
    const CFDictionaryRef one = CFDictionaryCreate(nullptr, keys, values, 2, &kCFTypeDictionaryKeyCallBacks,
                                                   &kCFTypeDictionaryValueCallBacks);
    CFArrayAppendValue(all, one);
    CFRelease(one);
    CFRelease(usage_number);
    CFRelease(page_number);
  }
  return all;
}

}  // namespace guildhall
