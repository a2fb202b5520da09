#pragma once

// clang-format off
#include <windows.h>
// It does not say itself that its functions are C.
extern "C" {
#include <hidsdi.h>
}
// clang-format on

#include <optional>
#include <string>
#include <vector>

#include "gamepads/button_state.h"
#include "gamepads/gamepads.h"
#include "gamepads/guid.h"

namespace guildhall {

// A gamepad or joystick that raw input tells of, and how its reports are read.
class HidPad {
 public:
  // None if the device is no gamepad or joystick, does not tell what its reports hold, or is served by
  // XInput.
  static std::optional<HidPad> Open(HANDLE device);

  const std::string& path() const { return path_; }
  std::string Name() const;
  Guid guid() const;

  // The layout of its buttons: from the file, or known of its maker; else empty.
  Mapping MappingIn(const MappingDatabase& database) const;
  MappingOrigin OriginIn(const MappingDatabase& database) const;

  // Brings one report into the pad's state.
  void Apply(ButtonState& state, char* report, ULONG length);

 private:
  struct Value {
    USAGE usage;
    LONG minimum;
    LONG maximum;
    USHORT bits;
  };

  HidPad() = default;
  bool ReadCapabilities();
  // The file's mapping of it, or null.
  const Mapping* FindIn(const MappingDatabase& database) const;
  void AddValue(const HIDP_VALUE_CAPS& caps, USAGE usage);
  PHIDP_PREPARSED_DATA preparsed() { return reinterpret_cast<PHIDP_PREPARSED_DATA>(preparsed_.data()); }
  // What a report says of an axis or hat; none if it is not in this report.
  std::optional<LONG> Read(const Value& value, char* report, ULONG length);

  std::string path_;
  DeviceNumbers numbers_;
  std::vector<char> preparsed_;
  // In the order in which they are counted.
  std::vector<USAGE> buttons_;
  std::vector<Value> axes_;
  std::vector<Value> hats_;
};

// Every gamepad and joystick that raw input has now.
std::vector<HidPad> ListHidPads();

}  // namespace guildhall
