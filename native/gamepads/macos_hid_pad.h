#pragma once

#include <IOKit/hid/IOHIDLib.h>

#include <map>
#include <string>
#include <vector>

#include "gamepads/button_state.h"
#include "gamepads/gamepads.h"
#include "gamepads/guid.h"

namespace guildhall {

// A gamepad or joystick of IOKit, and how its values are read.
class HidPad {
 public:
  explicit HidPad(IOHIDDeviceRef device);

  std::string Name() const;
  // Of its serial number, or of its place if it has none.
  std::string Identity() const;
  Guid guid() const;

  // The layout of its buttons: from the file, or known of its maker; else empty.
  Mapping MappingIn(const MappingDatabase& database) const;
  MappingOrigin OriginIn(const MappingDatabase& database) const;

  // Brings one value into the pad's state.
  void Apply(ButtonState& state, IOHIDValueRef value) const;
  // Brings all that the pad is at now into its state, as far as it tells.
  void ApplyAll(ButtonState& state) const;

 private:
  enum class Kind { kButton, kAxis, kHat };
  struct Control {
    Kind kind;
    // Among those of its kind.
    int index;
  };

  void ReadControls();
  // The file's mapping of it, or null.
  const Mapping* FindIn(const MappingDatabase& database) const;

  const IOHIDDeviceRef device_;
  std::map<IOHIDElementRef, Control> controls_;
};

// The devices that are gamepads or joysticks, for IOHIDManagerSetDeviceMatchingMultiple; to be released.
CFArrayRef CopyPadMatching();

}  // namespace guildhall
