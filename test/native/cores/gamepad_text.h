#pragma once

#include <string>
#include <vector>

#include "gamepads/button_state.h"
#include "gamepads/mapping/mapping.h"

namespace guildhall {

// A mapping as text, in the way of SDL's but with the indices of the standard layout: "0:b1 6:+a2 12:h0.1".
inline std::string TextOf(const Mapping& mapping) {
  std::string text;
  for (const auto& [button, source] : mapping) {
    text += (text.empty() ? "" : " ") + std::to_string(button) + ":";
    if (source.part != AxisPart::kFull) text += source.part == AxisPart::kPositive ? "+" : "-";
    text += source.kind == Source::Kind::kButton ? "b" : source.kind == Source::Kind::kAxis ? "a" : "h";
    text += std::to_string(source.index);
    if (source.kind == Source::Kind::kHat) text += "." + std::to_string(source.direction);
    if (source.inverted) text += "~";
  }
  return text;
}

// Changes as text: "+0 -7" for button 0 down and button 7 up.
inline std::string TextOf(const std::vector<ButtonChange>& changes) {
  std::string text;
  for (const auto& [button, down] : changes) {
    text += (text.empty() ? "" : " ") + std::string(down ? "+" : "-") + std::to_string(button);
  }
  return text;
}

}  // namespace guildhall
