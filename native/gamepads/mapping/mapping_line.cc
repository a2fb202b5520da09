#include "gamepads/mapping/mapping_line.h"

#include <algorithm>

#include "gamepads/mapping/standard_layout.h"

namespace guildhall {
namespace {

// More than any pad has; a larger number is a typing error.
constexpr int kMostControls = 1024;
constexpr std::string_view kLabelHint = "SDL_GAMECONTROLLER_USE_BUTTON_LABELS";

std::string_view TakeUntil(std::string_view& rest, char separator) {
  const std::size_t end = std::min(rest.find(separator), rest.size());
  const std::string_view taken = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return taken;
}

bool StartsWith(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

// Parses a number below `limit`; -1 if it is invalid.
int ParseNumber(std::string_view text, int limit) {
  if (text.empty()) return -1;
  int number = 0;
  for (const char character : text) {
    if (character < '0' || character > '9') return -1;
    number = number * 10 + (character - '0');
    if (number >= limit) return -1;
  }
  return number;
}

// `3c8f`: up to four hexadecimal digits in either case; -1 for any other text.
int ParseChecksum(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdefABCDEF";
  constexpr std::size_t kLongest = 4;
  if (text.empty() || text.size() > kLongest || text.find_first_not_of(kDigits) != text.npos) return -1;
  return std::stoi(std::string(text), nullptr, 16);
}

std::optional<Source> ParseHat(std::string_view text) {
  const int index = ParseNumber(TakeUntil(text, '.'), kMostControls);
  const int direction = ParseNumber(text, kHatLeft + 1);
  const bool is_one =
      direction == kHatUp || direction == kHatRight || direction == kHatDown || direction == kHatLeft;
  if (index < 0 || !is_one) return std::nullopt;
  return Source{Source::Kind::kHat, index, AxisPart::kFull, false, direction};
}

// `b0`, `a2`, `+a2`, `-a2`, `a2~` or `h0.1`.
std::optional<Source> ParseSource(std::string_view text) {
  AxisPart part = AxisPart::kFull;
  const bool is_half = StartsWith(text, "+") || StartsWith(text, "-");
  if (is_half) {
    part = text[0] == '+' ? AxisPart::kPositive : AxisPart::kNegative;
    text.remove_prefix(1);
  }
  if (text.empty() || (is_half && text[0] != 'a')) return std::nullopt;
  const char kind = text[0];
  text.remove_prefix(1);
  if (kind == 'h') return ParseHat(text);
  if (kind == 'b') {
    const int index = ParseNumber(text, kMostControls);
    return index < 0 ? std::nullopt : std::optional<Source>({Source::Kind::kButton, index});
  }
  if (kind != 'a') return std::nullopt;
  const bool inverted = !text.empty() && text.back() == '~';
  if (inverted) text.remove_suffix(1);
  const int index = ParseNumber(text, kMostControls);
  if (index < 0) return std::nullopt;
  return Source{Source::Kind::kAxis, index, part, inverted};
}

// `hint:NAME:=1`, or `hint:!NAME:=1` for the opposite, is a condition of SDL. If it is about labels, both of
// its lines are used; otherwise the line is used if the default of the condition says so.
void ApplyHint(std::string_view hint, MappingLine& line) {
  const bool negated = StartsWith(hint, "!");
  if (negated) hint.remove_prefix(1);
  const std::string_view name = TakeUntil(hint, ':');
  if (name == kLabelHint) {
    line.by_label = !negated;
    return;
  }
  const bool is_on = StartsWith(hint, "=") && hint != "=0";
  if (is_on == negated) line.disabled = true;
}

// Parses one `key:value`. Keys that are not buttons (sticks, paddles, hints of other programs) are ignored.
bool ApplyField(std::string_view field, MappingLine& line, MappingProblem& problem) {
  const std::size_t colon = field.find(':');
  if (colon == std::string_view::npos) {
    problem = {MappingFault::kNoColon, std::string(field)};
    return false;
  }
  const std::string_view key = field.substr(0, colon);
  const std::string_view value = field.substr(colon + 1);
  if (key == "platform") line.platform = value;
  if (key == "hint") ApplyHint(value, line);
  if (key == "crc") {
    const int checksum = ParseChecksum(value);
    if (checksum < 0) {
      problem = {MappingFault::kBadChecksum, std::string(field)};
      return false;
    }
    line.checksum = static_cast<std::uint16_t>(checksum);
  }
  const int button = StandardButtonOfSdlName(key);
  if (button < 0) return true;
  const std::optional<Source> source = ParseSource(value);
  if (!source) {
    problem = {MappingFault::kBadSource, std::string(field)};
    return false;
  }
  line.mapping.push_back({button, *source});
  return true;
}

bool ApplyFields(std::string_view fields, MappingLine& line, MappingProblem& problem) {
  while (!fields.empty()) {
    const std::string_view field = TakeUntil(fields, ',');
    if (!field.empty() && !ApplyField(field, line, problem)) return false;
  }
  return true;
}

}  // namespace

std::optional<MappingLine> ParseMappingLine(std::string_view text, MappingProblem& problem) {
  MappingLine line;
  const std::string_view guid = TakeUntil(text, ',');
  if (guid != "xinput") {
    line.guid = ParseGuid(guid);
    if (!line.guid) {
      problem = {MappingFault::kBadGuid, std::string(guid)};
      return std::nullopt;
    }
    line.checksum = ChecksumIn(*line.guid);
  }
  line.name = TakeUntil(text, ',');
  if (!ApplyFields(text, line, problem)) return std::nullopt;
  if (line.mapping.empty()) {
    problem = {MappingFault::kNoButton, ""};
    return std::nullopt;
  }
  return line;
}

std::optional<Mapping> ParseBindings(std::string_view text, MappingProblem& problem) {
  MappingLine line;
  if (!ApplyFields(text, line, problem)) return std::nullopt;
  return line.mapping;
}

}  // namespace guildhall
