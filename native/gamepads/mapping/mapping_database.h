#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gamepads/mapping/guid.h"
#include "gamepads/mapping/mapping_line.h"

namespace guildhall {

// An invalid line. Line numbers start at 1.
struct MappingWarning {
  int line;
  MappingProblem problem;
};

// The mappings for one system from a file in the format of SDL's database of game controllers.
class MappingDatabase {
 public:
  MappingDatabase() = default;

  // Parses the text of a file. An invalid line is skipped and reported; the others are used.
  //
  // `platform` is the name of this system in the file: "Linux", "Windows" or "Mac OS X".
  MappingDatabase(std::string_view text, std::string_view platform);

  // The mapping of a kind of device, or null. A line with a checksum applies only to devices whose name has
  // it (`ChecksumOfName`), and takes precedence over one without. A line that differs only in the version is
  // used if there is no better one; of two equal lines the later one is used, so that a person can append
  // lines.
  const Mapping* Find(const Guid& guid, std::uint16_t name_checksum) const;

  // The mapping of all XInput pads, or null.
  const Mapping* FindXInput() const;

  // The errors of the first invalid lines of the file.
  const std::vector<MappingWarning>& warnings() const { return warnings_; }
  // The number of invalid lines.
  int bad_lines() const { return bad_lines_; }

 private:
  std::vector<MappingLine> lines_;
  std::vector<MappingWarning> warnings_;
  int bad_lines_ = 0;
};

}  // namespace guildhall
