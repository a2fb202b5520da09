#include "windows/process.h"

// clang-format off
#include <sddl.h>
#include <wtsapi32.h>
// clang-format on

#include <cstdint>
#include <vector>

#include "windows/text.h"

namespace guildhall {
namespace {

// The longest path of Windows, in characters.
constexpr DWORD kMaxPath = 32767;

std::string UserOfToken(HANDLE process) {
  Handle token;
  if (!OpenProcessToken(process, TOKEN_QUERY, token.Receive())) return "";
  DWORD size = 0;
  GetTokenInformation(token.get(), TokenUser, nullptr, 0, &size);
  // In units that are aligned for the structure.
  std::vector<uint64_t> buffer(size / sizeof(uint64_t) + 1);
  if (!GetTokenInformation(token.get(), TokenUser, buffer.data(), size, &size)) return "";
  return SidText(reinterpret_cast<TOKEN_USER*>(buffer.data())->User.Sid);
}

// What the service for sessions knows: it tells the users of all processes in the session of this one, also
// those whose tokens this process may not open.
std::string UserOfListedProcess(DWORD pid) {
  WTS_PROCESS_INFOW* processes = nullptr;
  DWORD count = 0;
  if (!WTSEnumerateProcessesW(WTS_CURRENT_SERVER_HANDLE, 0, 1, &processes, &count)) return "";
  std::string user;
  for (DWORD index = 0; index < count; ++index) {
    const WTS_PROCESS_INFOW& process = processes[index];
    if (process.ProcessId == pid && process.pUserSid != nullptr) user = SidText(process.pUserSid);
  }
  WTSFreeMemory(processes);
  return user;
}

}  // namespace

std::string SidText(PSID sid) {
  LPSTR text = nullptr;
  if (!ConvertSidToStringSidA(sid, &text)) return "";
  std::string copy(text);
  LocalFree(text);
  return copy;
}

std::string OwnUser() { return UserOfToken(GetCurrentProcess()); }

std::string UserOfProcess(DWORD pid) {
  // While it is open, its id is not given to another process.
  const Handle process(OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, pid));
  if (process.is_open()) {
    const std::string user = UserOfToken(process.get());
    if (!user.empty()) return user;
  }
  return UserOfListedProcess(pid);
}

std::string ProgramOfProcess(DWORD pid) {
  const Handle process(OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, pid));
  if (!process.is_open()) return "";
  std::wstring path(kMaxPath, L'\0');
  DWORD size = kMaxPath;
  if (!QueryFullProcessImageNameW(process.get(), 0, path.data(), &size)) return "";
  path.resize(size);
  return ToUtf8(path);
}

}  // namespace guildhall
