#pragma once

#include <string>

namespace guildhall {

// Whether keys can be heard through the X display that DISPLAY names. Asked before uiohook is loaded, because
// that ends the process if it cannot open the display.
enum class XDisplayState { kUsable, kMissingLibrary, kUnreachable, kLacksRecord };

struct XDisplayProbe {
  XDisplayState state;
  // What the system says about it; empty if usable.
  std::string detail;
};

// Blocks for as long as the X server takes to answer.
XDisplayProbe ProbeXDisplay();

}  // namespace guildhall
