#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gamepads/guid.h"
#include "gamepads/mapping_line.h"

namespace guildhall {

// A line that cannot be used. Lines are counted from 1 on.
struct MappingWarning {
  int line;
  MappingProblem problem;
};

// The mappings of a file in the format of SDL's database of game controllers, those for one system.
class MappingDatabase {
 public:
  MappingDatabase() = default;

  // Takes the text of a file. A bad line is left out and told of; the others hold.
  //
  // `platform` is the name of this system in the file: "Linux", "Windows" or "Mac OS X".
  MappingDatabase(std::string_view text, std::string_view platform);

  // The mapping of a kind of device, or null. A line with a checksum applies only to devices whose name has
  // it
  // (`ChecksumOfName`), and wins over one without. One that differs in nothing but the version is better than
  // none; of two alike the later one in the file counts, so that a person can add lines of their own at its
  // end.
  const Mapping* Find(const Guid& guid, std::uint16_t name_checksum) const;

  // The mapping of every pad that XInput serves, or null.
  const Mapping* FindXInput() const;

  // What is wrong with the first bad lines of the file.
  const std::vector<MappingWarning>& warnings() const { return warnings_; }
  // How many lines are bad.
  int bad_lines() const { return bad_lines_; }

 private:
  std::vector<MappingLine> lines_;
  std::vector<MappingWarning> warnings_;
  int bad_lines_ = 0;
};

}  // namespace guildhall
