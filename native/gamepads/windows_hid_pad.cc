// UNTESTED: compiled for Windows, never run there.
#include "gamepads/windows_hid_pad.h"

#include <algorithm>

#include "gamepads/hid_controls.h"
#include "windows/text.h"

namespace guildhall {
namespace {

constexpr USAGE kJoystick = 0x04;
constexpr USAGE kGamepad = 0x05;
constexpr USAGE kFirstAxis = 0x30;  // X
constexpr USAGE kLastAxis = 0x38;   // wheel
constexpr USAGE kHat = 0x39;

std::wstring PathOf(HANDLE device) {
  UINT length = 0;
  if (GetRawInputDeviceInfoW(device, RIDI_DEVICENAME, nullptr, &length) != 0 || length == 0) return L"";
  std::wstring path(length, L'\0');
  if (GetRawInputDeviceInfoW(device, RIDI_DEVICENAME, path.data(), &length) == static_cast<UINT>(-1))
    return L"";
  path.resize(std::min(path.find(L'\0'), path.size()));
  return path;
}

// The marker in the names of interfaces that XInput serves.
bool IsServedByXInput(const std::wstring& path) {
  return path.find(L"&IG_") != std::wstring::npos || path.find(L"&ig_") != std::wstring::npos;
}

}  // namespace

std::optional<HidPad> HidPad::Open(HANDLE device) {
  RID_DEVICE_INFO info{};
  info.cbSize = sizeof info;
  UINT size = sizeof info;
  if (GetRawInputDeviceInfoW(device, RIDI_DEVICEINFO, &info, &size) == static_cast<UINT>(-1))
    return std::nullopt;
  const bool is_pad = info.dwType == RIM_TYPEHID && info.hid.usUsagePage == HID_USAGE_PAGE_GENERIC &&
                      (info.hid.usUsage == kJoystick || info.hid.usUsage == kGamepad);
  const std::wstring path = PathOf(device);
  if (!is_pad || path.empty() || IsServedByXInput(path)) return std::nullopt;
  HidPad pad;
  pad.path_ = ToUtf8(path);
  pad.numbers_ = {kUsbBus, static_cast<std::uint16_t>(info.hid.dwVendorId),
                  static_cast<std::uint16_t>(info.hid.dwProductId),
                  static_cast<std::uint16_t>(info.hid.dwVersionNumber)};
  UINT length = 0;
  if (GetRawInputDeviceInfoW(device, RIDI_PREPARSEDDATA, nullptr, &length) != 0 || length == 0)
    return std::nullopt;
  pad.preparsed_.resize(length);
  const UINT got = GetRawInputDeviceInfoW(device, RIDI_PREPARSEDDATA, pad.preparsed_.data(), &length);
  if (got == static_cast<UINT>(-1) || !pad.ReadCapabilities()) return std::nullopt;
  return pad;
}

bool HidPad::ReadCapabilities() {
  HIDP_CAPS caps{};
  if (HidP_GetCaps(preparsed(), &caps) != HIDP_STATUS_SUCCESS) return false;
  USHORT count = caps.NumberInputButtonCaps;
  std::vector<HIDP_BUTTON_CAPS> buttons(count);
  if (count > 0) HidP_GetButtonCaps(HidP_Input, buttons.data(), &count, preparsed());
  for (const HIDP_BUTTON_CAPS& button : buttons) {
    if (button.UsagePage != HID_USAGE_PAGE_BUTTON) continue;
    const USAGE first = button.IsRange ? button.Range.UsageMin : button.NotRange.Usage;
    const USAGE last = button.IsRange ? button.Range.UsageMax : button.NotRange.Usage;
    for (unsigned usage = first; usage <= last; ++usage) buttons_.push_back(static_cast<USAGE>(usage));
  }
  count = caps.NumberInputValueCaps;
  std::vector<HIDP_VALUE_CAPS> values(count);
  if (count > 0) HidP_GetValueCaps(HidP_Input, values.data(), &count, preparsed());
  for (const HIDP_VALUE_CAPS& value : values) {
    if (value.UsagePage != HID_USAGE_PAGE_GENERIC) continue;
    const USAGE first = value.IsRange ? value.Range.UsageMin : value.NotRange.Usage;
    const USAGE last = value.IsRange ? value.Range.UsageMax : value.NotRange.Usage;
    for (unsigned usage = first; usage <= last; ++usage) AddValue(value, static_cast<USAGE>(usage));
  }
  std::sort(buttons_.begin(), buttons_.end());
  buttons_.erase(std::unique(buttons_.begin(), buttons_.end()), buttons_.end());
  std::stable_sort(axes_.begin(), axes_.end(),
                   [](const Value& one, const Value& other) { return one.usage < other.usage; });
  return true;
}

void HidPad::AddValue(const HIDP_VALUE_CAPS& caps, USAGE usage) {
  LONG maximum = caps.LogicalMax;
  // Some descriptors give an unsigned range as if it were signed: 0 to -1.
  if (maximum < caps.LogicalMin && caps.BitSize < 32) maximum = static_cast<LONG>((1u << caps.BitSize) - 1);
  const Value value = {usage, caps.LogicalMin, maximum, caps.BitSize};
  if (usage == kHat) hats_.push_back(value);
  if (usage >= kFirstAxis && usage <= kLastAxis) axes_.push_back(value);
}

std::string HidPad::Name() const {
  const HANDLE device = CreateFileW(ToWide(path_).c_str(), 0, FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr,
                                    OPEN_EXISTING, 0, nullptr);
  if (device == INVALID_HANDLE_VALUE) return "";
  wchar_t name[127] = {};
  const bool has_name = HidD_GetProductString(device, name, sizeof name - sizeof *name) != FALSE;
  CloseHandle(device);
  return has_name ? ToUtf8(name) : "";
}

Guid HidPad::guid() const { return MakeGuid(numbers_, ""); }

const Mapping* HidPad::FindIn(const MappingDatabase& database) const {
  return database.Find(guid(), ChecksumOfName(Name()));
}

MappingOrigin HidPad::OriginIn(const MappingDatabase& database) const {
  if (FindIn(database) != nullptr) return MappingOrigin::kFile;
  return HidMappingOf(numbers_.vendor).empty() ? MappingOrigin::kNone : MappingOrigin::kSystem;
}

Mapping HidPad::MappingIn(const MappingDatabase& database) const {
  const Mapping* const mapping = FindIn(database);
  return mapping == nullptr ? HidMappingOf(numbers_.vendor) : *mapping;
}

void HidPad::Apply(ButtonState& state, char* report, ULONG length) {
  std::vector<USAGE> pressed(buttons_.size());
  ULONG count = static_cast<ULONG>(pressed.size());
  const NTSTATUS got = HidP_GetUsages(HidP_Input, HID_USAGE_PAGE_BUTTON, 0, pressed.data(), &count,
                                      preparsed(), report, length);
  // A report without buttons does not change them.
  if (got == HIDP_STATUS_SUCCESS) {
    pressed.resize(count);
    for (std::size_t index = 0; index < buttons_.size(); ++index) {
      const bool is_down = std::find(pressed.begin(), pressed.end(), buttons_[index]) != pressed.end();
      state.SetButton(static_cast<int>(index), is_down);
    }
  }
  for (std::size_t index = 0; index < axes_.size(); ++index) {
    const Value& axis = axes_[index];
    if (const std::optional<LONG> value = Read(axis, report, length)) {
      state.SetAxis(static_cast<int>(index), HidAxisPosition(*value, axis.minimum, axis.maximum));
    }
  }
  for (std::size_t index = 0; index < hats_.size(); ++index) {
    const Value& hat = hats_[index];
    if (const std::optional<LONG> value = Read(hat, report, length)) {
      state.SetHat(static_cast<int>(index), HidHatDirections(*value, hat.minimum, hat.maximum));
    }
  }
}

std::optional<LONG> HidPad::Read(const Value& value, char* report, ULONG length) {
  ULONG raw = 0;
  const NTSTATUS got = HidP_GetUsageValue(HidP_Input, HID_USAGE_PAGE_GENERIC, 0, value.usage, &raw,
                                          preparsed(), report, length);
  if (got != HIDP_STATUS_SUCCESS) return std::nullopt;
  const bool is_negative = value.minimum < 0 && value.bits < 32 && (raw >> (value.bits - 1) & 1) != 0;
  if (is_negative) raw |= ~0ul << value.bits;
  return static_cast<LONG>(raw);
}

std::vector<HidPad> ListHidPads() {
  UINT count = 0;
  if (GetRawInputDeviceList(nullptr, &count, sizeof(RAWINPUTDEVICELIST)) != 0) return {};
  std::vector<RAWINPUTDEVICELIST> devices(count);
  const UINT got = GetRawInputDeviceList(devices.data(), &count, sizeof(RAWINPUTDEVICELIST));
  // More were connected meanwhile: the next call returns them.
  if (got == static_cast<UINT>(-1)) return {};
  devices.resize(got);
  std::vector<HidPad> pads;
  for (const RAWINPUTDEVICELIST& device : devices) {
    if (std::optional<HidPad> pad = HidPad::Open(device.hDevice)) pads.push_back(std::move(*pad));
  }
  return pads;
}

}  // namespace guildhall
