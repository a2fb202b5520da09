#include "gamepads/mapping/mapping_database.h"

#include <optional>
#include <utility>

namespace guildhall {
namespace {

// Enough to identify the problem; a file in another format has thousands of invalid lines.
constexpr int kMostWarnings = 20;

// The checksum of a line that applies to any device name.
constexpr std::uint16_t kAnyName = 0;

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\f\v";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

// Of lines that match equally well the last one is used, but a line by position always takes precedence over
// one by label, because the standard layout is defined by position.
bool Beats(const MappingLine& line, const MappingLine* best) {
  return best == nullptr || best->by_label || !line.by_label;
}

template <typename Fits>
const MappingLine* Best(const std::vector<MappingLine>& lines, Fits fits) {
  const MappingLine* best = nullptr;
  for (const MappingLine& line : lines) {
    if (fits(line) && Beats(line, best)) best = &line;
  }
  return best;
}

const Mapping* MappingOf(const MappingLine* line) { return line == nullptr ? nullptr : &line->mapping; }

}  // namespace

MappingDatabase::MappingDatabase(std::string_view text, std::string_view platform) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) text.remove_prefix(kByteOrderMark.size());
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view content = Trim(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    if (content.empty() || content[0] == '#') continue;
    MappingProblem problem;
    std::optional<MappingLine> line = ParseMappingLine(content, problem);
    if (!line) {
      if (++bad_lines_ <= kMostWarnings) warnings_.push_back({number, std::move(problem)});
      continue;
    }
    const bool is_for_us = line->platform.empty() || line->platform == platform;
    if (is_for_us && !line->disabled) lines_.push_back(std::move(*line));
  }
}

const Mapping* MappingDatabase::Find(const Guid& guid, std::uint16_t name_checksum) const {
  for (const bool compare_versions : {true, false}) {
    for (const std::uint16_t checksum : {name_checksum, kAnyName}) {
      const MappingLine* best = Best(lines_, [&](const MappingLine& line) {
        return line.guid && line.checksum == checksum && SameDevice(*line.guid, guid, compare_versions);
      });
      if (best != nullptr) return MappingOf(best);
    }
  }
  return nullptr;
}

const Mapping* MappingDatabase::FindXInput() const {
  return MappingOf(Best(lines_, [](const MappingLine& line) { return !line.guid; }));
}

}  // namespace guildhall
