#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gamepads/guid.h"
#include "gamepads/mapping.h"

namespace guildhall {

enum class MappingFault {
  kBadGuid,      // not 32 hexadecimal digits
  kNoColon,      // a field that is no pair
  kBadSource,    // a field that names no button, axis or hat
  kBadChecksum,  // a field whose checksum has not one to four hexadecimal digits
  kNoButton,     // the line maps none
};

// What is wrong with a line.
struct MappingProblem {
  MappingFault fault = MappingFault::kNoButton;
  // The part of the line that it is about; empty for all of it.
  std::string text;
};

// One line of SDL's database of game controllers.
struct MappingLine {
  // None for the name "xinput", which stands for every pad that XInput serves.
  std::optional<Guid> guid;
  std::string name;
  // The checksum that a device's name must have, from the guid or a field `crc`; 0: any name.
  std::uint16_t checksum = 0;
  Mapping mapping;
  // The system it is for, e.g. "Linux"; empty for every system.
  std::string platform;
  // It gives the face buttons by what is printed on them instead of where they are.
  bool by_label = false;
  // Its condition does not hold, so it is not to be used.
  bool disabled = false;
};

// Reads one line that is neither empty nor a comment. Nothing of a bad line is taken.
//
// `problem` gets what is wrong with it.
std::optional<MappingLine> ParseMappingLine(std::string_view text, MappingProblem& problem);

// Reads `target:source,...` alone, e.g. "a:b0,dpup:h0.1,lefttrigger:a2".
std::optional<Mapping> ParseBindings(std::string_view text, MappingProblem& problem);

}  // namespace guildhall
