#pragma once

#include <IOKit/hid/IOHIDLib.h>

#include <map>
#include <string>
#include <vector>

#include "gamepads/button_state.h"
#include "gamepads/gamepads.h"
#include "gamepads/mapping/guid.h"

namespace guildhall {

// An IOKit gamepad or joystick, and how its values are read.
class HidPad {
 public:
  explicit HidPad(IOHIDDeviceRef device);

  std::string Name() const;
  // Derived from its serial number, or from its location if it has none.
  std::string Identity() const;
  Guid guid() const;

  // The layout of its buttons: from the file, or known for its manufacturer; otherwise empty.
  Mapping MappingIn(const MappingDatabase& database) const;
  MappingOrigin OriginIn(const MappingDatabase& database) const;

  // Updates the pad's state with one value.
  void Apply(ButtonState& state, IOHIDValueRef value) const;
  // Updates the pad's state with all values that can be queried.
  void ApplyAll(ButtonState& state) const;

 private:
  enum class Kind { kButton, kAxis, kHat };
  struct Control {
    Kind kind;
    // Its index among controls of the same kind.
    int index;
  };

  void ReadControls();
  // The mapping in the file, or null.
  const Mapping* FindIn(const MappingDatabase& database) const;

  const IOHIDDeviceRef device_;
  std::map<IOHIDElementRef, Control> controls_;
};

// The devices that are gamepads or joysticks, for IOHIDManagerSetDeviceMatchingMultiple; to be released.
CFArrayRef CopyPadMatching();

}  // namespace guildhall
