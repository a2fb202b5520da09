#include "gamepads/button_state.h"

#include <utility>

namespace guildhall {
namespace {

struct Threshold {
  double press;
  double release;
};

constexpr Threshold kTriggerThreshold = {0.25, 0.15};
constexpr Threshold kStickThreshold = {0.5, 0.35};

// How far an axis is pressed: 0 at rest, 1 at its end, negative on the other side.
double Depth(const Source& axis, double position) {
  if (axis.inverted) position = 1 - position;
  switch (axis.part) {
    case AxisPart::kPositive:
      return position * 2 - 1;
    case AxisPart::kNegative:
      return 1 - position * 2;
    case AxisPart::kFull:
      break;
  }
  return position;
}

}  // namespace

ButtonState::ButtonState(Mapping mapping) : mapping_(std::move(mapping)), down_(mapping_.size()) {}

template <typename IsDown>
void ButtonState::Set(Source::Kind kind, int index, IsDown is_down) {
  for (std::size_t at = 0; at < mapping_.size(); ++at) {
    const Binding& binding = mapping_[at];
    if (binding.source.kind == kind && binding.source.index == index) down_[at] = is_down(binding, down_[at]);
  }
}

void ButtonState::SetButton(int index, bool down) {
  Set(Source::Kind::kButton, index, [down](const Binding&, bool) { return down; });
}

void ButtonState::SetAxis(int index, double position) {
  Set(Source::Kind::kAxis, index, [position](const Binding& binding, bool was_down) {
    const Threshold& threshold = IsTrigger(binding.button) ? kTriggerThreshold : kStickThreshold;
    return Depth(binding.source, position) >= (was_down ? threshold.release : threshold.press);
  });
}

void ButtonState::SetHat(int index, int directions) {
  Set(Source::Kind::kHat, index,
      [directions](const Binding& binding, bool) { return (directions & binding.source.direction) != 0; });
}

std::vector<ButtonChange> ButtonState::TakeChanges() {
  std::array<bool, kStandardButtonCount> held{};
  for (std::size_t at = 0; at < mapping_.size(); ++at) {
    if (down_[at]) held[mapping_[at].button] = true;
  }
  std::vector<ButtonChange> changes;
  // A hat that moves from right to left never pressed both.
  for (const bool down : {false, true}) {
    for (int button = 0; button < kStandardButtonCount; ++button) {
      if (held[button] != held_[button] && held[button] == down) changes.push_back({button, down});
    }
  }
  held_ = held;
  return changes;
}

}  // namespace guildhall
