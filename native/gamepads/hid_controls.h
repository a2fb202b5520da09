#pragma once

#include <cstdint>

#include "gamepads/mapping/mapping.h"

namespace guildhall {

// Gamepads on Windows and macOS, by the usages of their HID reports. Buttons are numbered by their usages on
// the button page, axes by those on the generic desktop page (X, Y, Z, Rx, Ry, Rz, slider, dial, wheel), hats
// by their order, as in SDL's mappings for these systems.

// The position of an axis in the range of its descriptor: 0 to 1. An invalid range gives 0.
double HidAxisPosition(std::int64_t value, std::int64_t minimum, std::int64_t maximum);

// The HatDirections of a hat switch. Its values are compass points, clockwise from `minimum`, which is up; a
// value outside of its range is the neutral position.
int HidHatDirections(std::int64_t value, std::int64_t minimum, std::int64_t maximum);

// The layout of pads by their manufacturer, if all pads of that manufacturer have the same; otherwise none.
Mapping HidMappingOf(std::uint16_t vendor);

}  // namespace guildhall
