#pragma once

#include <optional>

#include "keyboard-layout/keyboard_layout.h"

namespace guildhall {

// The layout that the X display which DISPLAY names uses now; none if it does not tell. Blocks until the
// server answers.
std::optional<XkbNames> ReadXLayout();

}  // namespace guildhall
