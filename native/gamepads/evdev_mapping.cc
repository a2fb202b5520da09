#include "gamepads/evdev_mapping.h"

#include <linux/input-event-codes.h>

#include <utility>

#include "gamepads/mapping/standard_layout.h"

namespace guildhall {
namespace {

constexpr int kMicrosoft = 0x045e;
constexpr int kValve = 0x28de;

// Creates a mapping from the controls of a device.
class Mapper {
 public:
  explicit Mapper(const EvdevControls& controls) : controls_(controls) {}

  bool Key(int button, int key) {
    const int index = controls_.ButtonOf(key);
    if (index >= 0) mapping_.push_back(ButtonBinding(button, index));
    return index >= 0;
  }

  // An axis whose pressure starts at zero.
  bool Pressure(int button, int axis) {
    const int index = controls_.AxisOf(axis);
    if (index < 0) return false;
    mapping_.push_back(
        AxisBinding(button, index, controls_.IsSigned(axis) ? AxisPart::kPositive : AxisPart::kFull));
    return true;
  }

  // One of the directions of ABS_HAT0X and ABS_HAT0Y, whether they are a hat or two axes.
  void Direction(int button, int axis, HatDirection direction) {
    const bool is_negative = direction == kHatUp || direction == kHatLeft;
    if (const int hat = controls_.HatOf(axis); hat >= 0) {
      mapping_.push_back(HatBinding(button, hat, direction));
    } else if (const int index = controls_.AxisOf(axis); index >= 0) {
      const AxisPart half = is_negative ? AxisPart::kNegative : AxisPart::kPositive;
      mapping_.push_back(AxisBinding(button, index, half));
    }
  }

  // One half of a pair of axes that are pressures and not a D-pad, although SDL treats them as a hat.
  bool PressureOrHat(int button, int axis) {
    if (const int hat = controls_.HatOf(axis); hat >= 0) {
      mapping_.push_back(HatBinding(button, hat, axis == HatXOf(axis) ? kHatRight : kHatDown));
      return true;
    }
    return Pressure(button, axis);
  }

  Mapping Take() { return std::move(mapping_); }

 private:
  const EvdevControls& controls_;
  Mapping mapping_;
};

// A trigger's pressure is more precise than its switch, so the switch is used only if there is no pressure.
// ABS_Z and ABS_RZ are the triggers unless they are the second stick.
void MapTriggers(Mapper& mapper, const EvdevControls& controls) {
  const bool has_second_stick = controls.AxisOf(ABS_RX) >= 0 && controls.AxisOf(ABS_RY) >= 0;
  const bool has_left = mapper.PressureOrHat(kLeftTrigger, ABS_HAT2Y) ||
                        (has_second_stick && mapper.Pressure(kLeftTrigger, ABS_Z)) ||
                        mapper.Pressure(kLeftTrigger, ABS_BRAKE);
  if (!has_left) mapper.Key(kLeftTrigger, BTN_TL2);
  const bool has_right = mapper.PressureOrHat(kRightTrigger, ABS_HAT2X) ||
                         (has_second_stick && mapper.Pressure(kRightTrigger, ABS_RZ)) ||
                         mapper.Pressure(kRightTrigger, ABS_GAS);
  if (!has_right) mapper.Key(kRightTrigger, BTN_TR2);
}

void MapDpad(Mapper& mapper, const EvdevControls& controls) {
  if (controls.ButtonOf(BTN_DPAD_UP) >= 0) {
    mapper.Key(kDpadUp, BTN_DPAD_UP);
    mapper.Key(kDpadDown, BTN_DPAD_DOWN);
    mapper.Key(kDpadLeft, BTN_DPAD_LEFT);
    mapper.Key(kDpadRight, BTN_DPAD_RIGHT);
    return;
  }
  mapper.Direction(kDpadUp, ABS_HAT0Y, kHatUp);
  mapper.Direction(kDpadDown, ABS_HAT0Y, kHatDown);
  mapper.Direction(kDpadLeft, ABS_HAT0X, kHatLeft);
  mapper.Direction(kDpadRight, ABS_HAT0X, kHatRight);
}

}  // namespace

FaceCodes FaceCodesOf(int vendor, const std::string& driver) {
  const bool is_by_label = vendor == kMicrosoft || vendor == kValve || driver == "xpad";
  return is_by_label ? FaceCodes::kByLabel : FaceCodes::kByPlace;
}

bool KeepsToGamepadCodes(const KeyBits& keys) { return keys.test(BTN_SOUTH); }

Mapping MapByCodes(const EvdevControls& controls, FaceCodes face_codes) {
  Mapper mapper(controls);
  const bool is_by_place = face_codes == FaceCodes::kByPlace;
  mapper.Key(kFaceBottom, BTN_SOUTH);
  mapper.Key(kFaceRight, BTN_EAST);
  mapper.Key(kFaceLeft, is_by_place ? BTN_WEST : BTN_X);
  mapper.Key(kFaceTop, is_by_place ? BTN_NORTH : BTN_Y);
  if (!mapper.Key(kLeftShoulder, BTN_TL)) mapper.PressureOrHat(kLeftShoulder, ABS_HAT1Y);
  if (!mapper.Key(kRightShoulder, BTN_TR)) mapper.PressureOrHat(kRightShoulder, ABS_HAT1X);
  MapTriggers(mapper, controls);
  mapper.Key(kBack, BTN_SELECT);
  mapper.Key(kStart, BTN_START);
  mapper.Key(kLeftStick, BTN_THUMBL);
  mapper.Key(kRightStick, BTN_THUMBR);
  MapDpad(mapper, controls);
  mapper.Key(kGuide, BTN_MODE);
  return mapper.Take();
}

}  // namespace guildhall
