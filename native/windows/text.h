#pragma once

#include <string>

namespace guildhall {

// Texts are UTF-8, and functions of Windows use UTF-16. Invalid sequences are replaced.
std::wstring ToWide(const std::string& text);
std::string ToUtf8(const std::wstring& text);

}  // namespace guildhall
