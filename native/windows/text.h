#pragma once

#include <string>

namespace guildhall {

// Texts are UTF-8, and the functions of Windows take and give UTF-16. What is invalid is replaced.
std::wstring ToWide(const std::string& text);
std::string ToUtf8(const std::wstring& text);

}  // namespace guildhall
