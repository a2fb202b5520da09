#pragma once

#include <vector>

namespace guildhall {

// Directions of a hat (a D-pad that reports two axes or eight compass points); combined with bitwise or.
enum HatDirection : int { kHatUp = 1, kHatRight = 2, kHatDown = 4, kHatLeft = 8 };

// Which part of an axis is used, and its rest position.
enum class AxisPart {
  kFull,      // rest at the minimum: a trigger with its own axis
  kPositive,  // rest in the middle, pressed towards the maximum
  kNegative,  // rest in the middle, pressed towards the minimum
};

// A physical control of a pad: buttons, axes and hats are numbered separately from 0.
struct Source {
  enum class Kind { kButton, kAxis, kHat };
  Kind kind;
  int index;
  // Only for an axis.
  AxisPart part = AxisPart::kFull;
  bool inverted = false;
  // Only for a hat: one HatDirection.
  int direction = 0;
};

struct Binding {
  // Index in the standard layout.
  int button;
  Source source;
};

// Maps controls of a pad to buttons of the standard layout. A button may have several controls.
using Mapping = std::vector<Binding>;

inline Binding ButtonBinding(int button, int index) { return {button, {Source::Kind::kButton, index}}; }

inline Binding AxisBinding(int button, int index, AxisPart part = AxisPart::kFull) {
  return {button, {Source::Kind::kAxis, index, part}};
}

inline Binding HatBinding(int button, int index, HatDirection direction) {
  return {button, {Source::Kind::kHat, index, AxisPart::kFull, false, direction}};
}

}  // namespace guildhall
