#include "gamepads/hid_controls.h"

#include <algorithm>
#include <optional>
#include <string>

#include "gamepads/mapping/mapping_line.h"

namespace guildhall {
namespace {

constexpr std::uint16_t kSony = 0x054c;
constexpr std::uint16_t kLogitech = 0x046d;
constexpr std::uint16_t kNintendo = 0x057e;

constexpr char kLeftFaceFirst[] =
    "x:b0,a:b1,b:b2,y:b3,leftshoulder:b4,rightshoulder:b5,lefttrigger:b6,righttrigger:b7,back:b8,start:b9,"
    "leftstick:b10,rightstick:b11,guide:b12,dpup:h0.1,dpright:h0.2,dpdown:h0.4,dpleft:h0.8";
constexpr char kBottomFaceFirst[] =
    "a:b0,b:b1,x:b2,y:b3,leftshoulder:b4,rightshoulder:b5,lefttrigger:b6,righttrigger:b7,back:b8,start:b9,"
    "leftstick:b10,rightstick:b11,guide:b12,dpup:h0.1,dpright:h0.2,dpdown:h0.4,dpleft:h0.8";

}  // namespace

double HidAxisPosition(std::int64_t value, std::int64_t minimum, std::int64_t maximum) {
  if (maximum <= minimum) return 0;
  const double position = static_cast<double>(value - minimum) / static_cast<double>(maximum - minimum);
  return std::clamp(position, 0.0, 1.0);
}

int HidHatDirections(std::int64_t value, std::int64_t minimum, std::int64_t maximum) {
  constexpr int kCompass[] = {
      kHatUp,   kHatUp | kHatRight,  kHatRight, kHatRight | kHatDown,
      kHatDown, kHatDown | kHatLeft, kHatLeft,  kHatLeft | kHatUp,
  };
  const std::int64_t points = maximum - minimum + 1;
  if (value < minimum || value > maximum || (points != 8 && points != 4)) return 0;
  return kCompass[(value - minimum) * (8 / points)];
}

Mapping HidMappingOf(std::uint16_t vendor) {
  const char* bindings = "";
  if (vendor == kSony || vendor == kLogitech) bindings = kLeftFaceFirst;
  if (vendor == kNintendo) bindings = kBottomFaceFirst;
  MappingProblem problem;
  return ParseBindings(bindings, problem).value_or(Mapping());
}

}  // namespace guildhall
