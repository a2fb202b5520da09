#pragma once

// clang-format off
#include <windows.h>
// The header does not declare its functions as C.
extern "C" {
#include <hidsdi.h>
}
// clang-format on

#include <optional>
#include <string>
#include <vector>

#include "gamepads/button_state.h"
#include "gamepads/gamepads.h"
#include "gamepads/mapping/guid.h"

namespace guildhall {

// A gamepad or joystick of raw input, and how its reports are read.
class HidPad {
 public:
  // None if the device is not a gamepad or joystick, does not describe its reports, or is served by XInput.
  static std::optional<HidPad> Open(HANDLE device);

  const std::string& path() const { return path_; }
  std::string Name() const;
  Guid guid() const;

  // The layout of its buttons: from the file, or known for its manufacturer; otherwise empty.
  Mapping MappingIn(const MappingDatabase& database) const;
  MappingOrigin OriginIn(const MappingDatabase& database) const;

  // Updates the pad's state with one report.
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
  // The mapping in the file, or null.
  const Mapping* FindIn(const MappingDatabase& database) const;
  void AddValue(const HIDP_VALUE_CAPS& caps, USAGE usage);
  PHIDP_PREPARSED_DATA preparsed() { return reinterpret_cast<PHIDP_PREPARSED_DATA>(preparsed_.data()); }
  // The value of an axis or hat in a report; none if the report does not contain it.
  std::optional<LONG> Read(const Value& value, char* report, ULONG length);

  std::string path_;
  DeviceNumbers numbers_;
  std::vector<char> preparsed_;
  // In numbering order.
  std::vector<USAGE> buttons_;
  std::vector<Value> axes_;
  std::vector<Value> hats_;
};

// All gamepads and joysticks that raw input currently has.
std::vector<HidPad> ListHidPads();

}  // namespace guildhall
