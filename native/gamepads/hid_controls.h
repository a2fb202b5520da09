#pragma once

#include <cstdint>

#include "gamepads/mapping.h"

namespace guildhall {

// Gamepads as Windows and macOS tell of them: by the usages of their HID reports. Buttons are counted by
// their usages on the page of buttons, axes by those on the page of generic desktops (X, Y, Z, Rx, Ry, Rz,
// slider, dial, wheel), hats by their order: so do SDL's mappings for these systems.

// Where an axis is between the ends that it may have by its descriptor: 0 to 1. Ends that make no sense give
// 0.
double HidAxisPosition(std::int64_t value, std::int64_t minimum, std::int64_t maximum);

// The HatDirections of a hat switch. It counts the points of the compass clockwise from `minimum`, which is
// up; a value outside of its range is its rest.
int HidHatDirections(std::int64_t value, std::int64_t minimum, std::int64_t maximum);

// The layout of pads by their maker, where all pads of that maker have the same; else none.
Mapping HidMappingOf(std::uint16_t vendor);

}  // namespace guildhall
