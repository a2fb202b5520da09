#pragma once

#include <vector>

namespace guildhall {

// Directions of a hat (a D-pad that reports two axes or eight compass points); those held together are or-ed.
enum HatDirection : int { kHatUp = 1, kHatRight = 2, kHatDown = 4, kHatLeft = 8 };

// Which part of an axis counts, and where its rest is.
enum class AxisPart {
  kFull,      // rest at the least value: a trigger with an axis of its own
  kPositive,  // rest in the middle, pressed towards the greatest value
  kNegative,  // rest in the middle, pressed towards the least value
};

// A control of a pad as it is: buttons, axes and hats are counted from 0, each kind by itself.
struct Source {
  enum class Kind { kButton, kAxis, kHat };
  Kind kind;
  int index;
  // Of an axis only.
  AxisPart part = AxisPart::kFull;
  bool inverted = false;
  // Of a hat only: one HatDirection.
  int direction = 0;
};

struct Binding {
  // Index in the standard layout.
  int button;
  Source source;
};

// Which controls of a pad stand for which buttons of the standard layout. One button may have several.
using Mapping = std::vector<Binding>;

inline Binding ButtonBinding(int button, int index) { return {button, {Source::Kind::kButton, index}}; }

inline Binding AxisBinding(int button, int index, AxisPart part = AxisPart::kFull) {
  return {button, {Source::Kind::kAxis, index, part}};
}

inline Binding HatBinding(int button, int index, HatDirection direction) {
  return {button, {Source::Kind::kHat, index, AxisPart::kFull, false, direction}};
}

}  // namespace guildhall
