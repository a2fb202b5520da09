#include "gamepads/evdev_controls.h"

#include <linux/input-event-codes.h>

#include <algorithm>

namespace guildhall {
namespace {

bool IsHatAxis(int axis) { return axis >= ABS_HAT0X && axis <= ABS_HAT3Y; }

// A D-pad has three positions for each axis. Drivers that give it a wider range still leave fuzz, flat and
// resolution at zero, which only an analog sensor needs.
bool LooksLikeDpad(const AxisRange* axis) {
  if (axis == nullptr) return true;
  if (axis->minimum >= -1 && axis->maximum <= 1) return true;
  return axis->fuzz == 0 && axis->flat == 0 && axis->resolution == 0;
}

// The direction of a hat axis: -1, 0 or 1. An axis with a wider range than a D-pad has the thresholds of a
// trigger.
int SideOf(std::int32_t value, const AxisRange& axis, int was) {
  const bool is_negative = value < 0;
  const std::int64_t depth = is_negative ? -static_cast<std::int64_t>(value) : value;
  const std::int64_t end = is_negative ? -static_cast<std::int64_t>(axis.minimum) : axis.maximum;
  const int side = is_negative ? -1 : 1;
  const int percent = was == side ? 15 : 25;
  return value != 0 && depth * 100 >= end * percent ? side : 0;
}

const AxisRange* Find(const std::map<int, AxisRange>& axes, int code) {
  const auto found = axes.find(code);
  return found == axes.end() ? nullptr : &found->second;
}

int IndexIn(const std::map<int, int>& indices, int code) {
  const auto found = indices.find(code);
  return found == indices.end() ? -1 : found->second;
}

}  // namespace

int HatXOf(int axis) { return ABS_HAT0X + (axis - ABS_HAT0X) / 2 * 2; }

EvdevControls::EvdevControls(const KeyBits& keys, const std::map<int, AxisRange>& axes) : axes_(axes) {
  int next = 0;
  const auto count = [&](std::size_t first, std::size_t end) {
    for (std::size_t key = first; key < end; ++key) {
      if (keys.test(key)) buttons_[static_cast<int>(key)] = next++;
    }
  };
  count(BTN_JOYSTICK, keys.size());
  count(0, BTN_JOYSTICK);
  for (int x = ABS_HAT0X; x <= ABS_HAT3X; x += 2) {
    const AxisRange* const horizontal = Find(axes, x);
    const AxisRange* const vertical = Find(axes, x + 1);
    const bool is_there = horizontal != nullptr || vertical != nullptr;
    if (is_there && LooksLikeDpad(horizontal) && LooksLikeDpad(vertical)) {
      hats_[x] = {static_cast<int>(hats_.size())};
    }
  }
  next = 0;
  for (const auto& [code, axis] : axes) {
    if (code < ABS_MISC && HatOf(code) < 0) axis_indices_[code] = next++;
  }
}

int EvdevControls::ButtonOf(int key) const { return IndexIn(buttons_, key); }

int EvdevControls::AxisOf(int axis) const { return IndexIn(axis_indices_, axis); }

int EvdevControls::HatOf(int axis) const {
  if (!IsHatAxis(axis)) return -1;
  const auto hat = hats_.find(HatXOf(axis));
  return hat == hats_.end() ? -1 : hat->second.index;
}

bool EvdevControls::IsUsed(int axis, const Mapping& mapping) const {
  const int hat = HatOf(axis);
  const Source::Kind kind = hat >= 0 ? Source::Kind::kHat : Source::Kind::kAxis;
  const int index = hat >= 0 ? hat : AxisOf(axis);
  return std::any_of(mapping.begin(), mapping.end(), [&](const Binding& binding) {
    return binding.source.kind == kind && binding.source.index == index;
  });
}

bool EvdevControls::IsSigned(int axis) const {
  const AxisRange* const found = Find(axes_, axis);
  return found != nullptr && found->minimum < 0;
}

void EvdevControls::SetKey(ButtonState& state, int key, bool down) const {
  const int index = ButtonOf(key);
  if (index >= 0) state.SetButton(index, down);
}

void EvdevControls::SetAxis(ButtonState& state, int axis, std::int32_t value) {
  const AxisRange* const range = Find(axes_, axis);
  if (range == nullptr) return;
  if (HatOf(axis) >= 0) {
    Hat& hat = hats_.at(HatXOf(axis));
    int& side = axis == HatXOf(axis) ? hat.x : hat.y;
    side = SideOf(value, *range, side);
    const int across = hat.x < 0 ? kHatLeft : hat.x > 0 ? kHatRight : 0;
    const int along = hat.y < 0 ? kHatUp : hat.y > 0 ? kHatDown : 0;
    state.SetHat(hat.index, across | along);
    return;
  }
  const int index = AxisOf(axis);
  const double width = static_cast<double>(range->maximum) - range->minimum;
  if (index >= 0 && width > 0) {
    state.SetAxis(index, (static_cast<double>(value) - range->minimum) / width);
  }
}

}  // namespace guildhall
