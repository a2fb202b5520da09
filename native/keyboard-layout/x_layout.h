#pragma once

#include <optional>

#include "keyboard-layout/keyboard_layout.h"

namespace guildhall {

// The current layout of the X display that DISPLAY names; none if the server does not provide it. Blocks
// until the server answers.
std::optional<XkbNames> ReadXLayout();

}  // namespace guildhall
