#pragma once

#include <cstdint>
#include <map>

#include "evdev/input_event.h"
#include "evdev/open_device.h"
#include "gamepads/button_state.h"

namespace guildhall {

// The controls of a Linux input device, counted as SDL's mappings for Linux count them: buttons from
// BTN_JOYSTICK on and then those below; axes without hats; hats by pairs of axes. A pair ABS_HATnX and
// ABS_HATnY that has more places than a D-pad's three is two axes.
class EvdevControls {
 public:
  // `axes`: by their codes.
  EvdevControls(const KeyBits& keys, const std::map<int, AxisRange>& axes);

  // The number of a key among the buttons, -1 if the device has no such key.
  int ButtonOf(int key) const;
  // The number of an axis among the axes, -1 if the device has no such axis or it belongs to a hat.
  int AxisOf(int axis) const;
  // The number of the hat that an axis belongs to, -1 if it belongs to none.
  int HatOf(int axis) const;

  // Whether a mapping has a button on the axis, or on the hat that it belongs to.
  bool IsUsed(int axis, const Mapping& mapping) const;

  // Whether the axis can have negative values: then it rests at zero, otherwise at its minimum.
  bool IsSigned(int axis) const;

  // Updates the pad's state with an event of EV_KEY or EV_ABS, or with a queried value.
  void SetKey(ButtonState& state, int key, bool down) const;
  void SetAxis(ButtonState& state, int axis, std::int32_t value);

 private:
  struct Hat {
    int index;
    // -1, 0 or 1.
    int x = 0;
    int y = 0;
  };

  std::map<int, int> buttons_;
  std::map<int, int> axis_indices_;
  std::map<int, AxisRange> axes_;
  // By the code of their X axis.
  std::map<int, Hat> hats_;
};

// The code of the X axis of the hat that an axis belongs to by its code, e.g. ABS_HAT1X for ABS_HAT1Y.
int HatXOf(int axis);

}  // namespace guildhall
