#pragma once

#include <string>

namespace guildhall {

// Whether keys can be received through the X display that DISPLAY names. Checked before uiohook is loaded,
// which ends the process if it cannot open the display.
enum class XDisplayState { kUsable, kMissingLibrary, kUnreachable, kLacksRecord };

struct XDisplayProbe {
  XDisplayState state;
  // The system's error message; empty if usable.
  std::string detail;
};

// Blocks until the X server answers.
XDisplayProbe ProbeXDisplay();

}  // namespace guildhall
