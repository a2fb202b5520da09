// JSON for guildhall.hpp: a value, its text, and a reader that takes nothing on trust.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <locale>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace guildhall {

// A JSON value. What is not there, or of another type, reads as empty, 0 or false.
class Json {
 public:
  using List = std::vector<Json>;
  // Json::Object{{"state", "Round 3"}, {"party", Json::Object{{"id", "p1"}}}}
  using Object = std::vector<std::pair<std::string, Json>>;

  Json() = default;
  Json(const char* text) : value_(std::string(text)) {}
  Json(std::string text) : value_(std::move(text)) {}
  Json(List items) : value_(std::move(items)) {}
  Json(Object members) : value_(std::move(members)) {}
  template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
  Json(T value) : value_(static_cast<std::conditional_t<std::is_same_v<T, bool>, bool, double>>(value)) {}

  bool IsNull() const { return value_.index() == 0; }
  bool IsTrue() const { return Get<bool>(); }
  double Number() const { return Get<double>(); }
  // Whether it has neither NaN nor infinity, which JSON cannot have.
  bool IsFinite() const {
    for (const Json& item : Items())
      if (!item.IsFinite()) return false;
    for (const auto& member : Members())
      if (!member.second.IsFinite()) return false;
    // Not std::isfinite, which compilers leave out with -ffast-math.
    const double number = Number();
    std::uint64_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    return (bits >> 52 & 0x7ff) != 0x7ff;
  }
  // The number as an integer, between -2^31 and 2^31.
  int Integer() const {
    const double limit = std::numeric_limits<int>::max();
    return static_cast<int>(Number() > limit ? limit : Number() > -limit ? Number() : -limit);
  }
  const std::string& Text() const { return Get<std::string>(); }
  const List& Items() const { return Get<List>(); }
  const Object& Members() const { return Get<Object>(); }
  const Json& operator[](std::string_view name) const {
    static const Json none;
    for (const auto& [key, value] : Members())
      if (key == name) return value;
    return none;
  }

  std::string ToString() const {
    if (IsNull()) return "null";
    if (std::holds_alternative<bool>(value_)) return IsTrue() ? "true" : "false";
    if (std::holds_alternative<std::string>(value_)) return Quote(Text());
    std::string text;
    if (std::holds_alternative<double>(value_)) {
      std::ostringstream stream;
      stream.imbue(std::locale::classic());
      stream.precision(std::numeric_limits<double>::max_digits10);
      stream << Number();
      return stream.str();
    }
    if (std::holds_alternative<List>(value_)) {
      for (const Json& item : Items()) text += (text.empty() ? "" : ",") + item.ToString();
      return "[" + text + "]";
    }
    for (const auto& [name, value] : Members())
      text += (text.empty() ? "" : ",") + Quote(name) + ":" + value.ToString();
    return "{" + text + "}";
  }

  // Nothing: it is not JSON.
  static std::optional<Json> Parse(std::string_view text) {
    Reader reader{text};
    Json json;
    if (!IsUtf8(text) || !reader.Take("") || !reader.Read(&json, 0) || !reader.rest.empty())
      return std::nullopt;
    return json;
  }

 private:
  template <class T>
  const T& Get() const {
    static const T none{};
    const T* value = std::get_if<T>(&value_);
    return value == nullptr ? none : *value;
  }

  // Whether no character is incomplete, too long, half of a pair or above the last one.
  static bool IsUtf8(std::string_view text) {
    constexpr uint32_t kLeast[] = {0, 0x80, 0x800, 0x10000};
    for (size_t i = 0; i < text.size(); i++) {
      const auto lead = static_cast<unsigned char>(text[i]);
      const int more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
      if (more > 0 && (lead < 0xc0 || lead > 0xf4)) return false;
      uint32_t code = lead & (more == 0 ? 0x7fU : 0x3fU >> more);
      for (int rest = more; rest > 0; rest--) {
        if (++i == text.size() || (text[i] & 0xc0) != 0x80) return false;
        code = code << 6 | (text[i] & 0x3fU);
      }
      if (code < kLeast[more] || code >> 11 == 0x1b || code > 0x10ffff) return false;
    }
    return true;
  }

  static std::string Quote(const std::string& text) {
    const char* digits = "0123456789abcdef";
    std::string quoted = "\"";
    for (char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte >= 0x20 && c != '"' && c != '\\')
        quoted += c;
      else
        quoted += std::string("\\u00") + digits[byte >> 4] + digits[byte & 15];
    }
    return quoted + '"';
  }

  // What is left of a text. Its methods return whether it begins with what they read, which they remove.
  struct Reader {
    std::string_view rest;

    bool Read(Json* json, int depth) {
      if (depth > 64) return false;
      if (Take("{"))
        return ReadAll(&json->value_.emplace<Object>(), "}", [&](auto* member) {
          return ReadText(&member->first) && Take(":") && Read(&member->second, depth + 1);
        });
      if (Take("["))
        return ReadAll(&json->value_.emplace<List>(), "]", [&](Json* item) { return Read(item, depth + 1); });
      if (rest.substr(0, 1) == "\"") return ReadText(&json->value_.emplace<std::string>());
      if (Take("true")) return *json = true, true;
      if (Take("false")) return *json = false, true;
      return Take("null") || ReadNumber(&json->value_.emplace<double>());
    }

    template <class All, class ReadItem>
    bool ReadAll(All* all, std::string_view end, ReadItem read_item) {
      if (Take(end)) return true;
      do {
        if (!read_item(&all->emplace_back())) return false;
      } while (Take(","));
      return Take(end);
    }

    bool ReadNumber(double* number) {
      const std::string digits(rest.substr(0, rest.find_first_not_of("+-.0123456789eE")));
      std::istringstream stream(digits);
      stream.imbue(std::locale::classic());
      const bool is_number = (stream >> *number) && stream.peek() == std::istringstream::traits_type::eof();
      return is_number && Take(digits);
    }

    bool ReadText(std::string* text) {
      if (rest.substr(0, 1) != "\"") return false;
      for (rest.remove_prefix(1); !rest.empty();) {
        if (Take("\"")) return true;
        const char c = rest[0];
        rest.remove_prefix(1);
        if (c == '\\' ? !ReadEscape(text) : static_cast<unsigned char>(c) < 0x20) return false;
        if (c != '\\') *text += c;
      }
      return false;
    }

    bool ReadEscape(std::string* text) {
      constexpr std::string_view kNames = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
      uint32_t code = 0, low = 0;
      if (const size_t found = rest.empty() ? kNames.npos : kNames.find(rest[0]); found != kNames.npos) {
        rest.remove_prefix(1);
        return *text += kMeanings[found], true;
      }
      if (!ReadHex("u", &code)) return false;
      Reader next{rest};
      if (code >> 10 == 0x36 && next.ReadHex("\\u", &low) && low >> 10 == 0x37) {
        code = 0x10000 + ((code & 0x3ff) << 10 | (low & 0x3ff));
        rest = next.rest;
      }
      // Half of a pair is no character.
      if (code >> 11 == 0x1b) code = 0xfffd;
      const int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
      *text += static_cast<char>((more == 0 ? 0 : 0xf0 << (3 - more)) | code >> (6 * more));
      for (int i = more - 1; i >= 0; i--) *text += static_cast<char>(0x80 | (code >> (6 * i) & 0x3f));
      return true;
    }

    bool ReadHex(std::string_view mark, uint32_t* code) {
      if (rest.substr(0, mark.size()) != mark || rest.size() < mark.size() + 4) return false;
      const char* end = rest.data() + mark.size() + 4;
      const bool is_hex = std::from_chars(end - 4, end, *code, 16).ptr == end;
      rest.remove_prefix(mark.size() + 4);
      return is_hex;
    }

    // Removes the spaces after it, too.
    bool Take(std::string_view word) {
      if (rest.substr(0, word.size()) != word) return false;
      const size_t end = rest.find_first_not_of(" \t\r\n", word.size());
      rest.remove_prefix(end == rest.npos ? rest.size() : end);
      return true;
    }
  };

  std::variant<std::monostate, bool, double, std::string, List, Object> value_;
};

}  // namespace guildhall
