// clang-format off
#include <windows.h>
#include <aclapi.h>
#include <sddl.h>
// clang-format on

#include "access-control/access_control.h"
#include "windows/process.h"
#include "windows/text.h"

// Exported by Node.js.
extern "C" __declspec(dllimport) int uv_open_osfhandle(void* os_fd);

namespace guildhall {
namespace {

// Frees what Windows allocated.
class Local {
 public:
  ~Local() {
    if (memory_ != nullptr) LocalFree(memory_);
  }
  Local() = default;
  Local(const Local&) = delete;
  Local& operator=(const Local&) = delete;
  void** Receive() { return &memory_; }
  void* get() const { return memory_; }

 private:
  void* memory_ = nullptr;
};

std::string ErrorText(const char* call, DWORD error) {
  return std::string(call) + ": error " + std::to_string(error);
}

// The list that gives access to this user, the system and administrators alone. Files in a folder inherit it.
// Returns an error of Windows; 0 if it succeeded.
DWORD PrivateList(Local& descriptor, PACL& list) {
  const std::string user = OwnUser();
  if (user.empty()) return ERROR_NO_TOKEN;
  const std::string text = "D:P(A;OICI;FA;;;" + user + ")(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)";
  if (!ConvertStringSecurityDescriptorToSecurityDescriptorA(text.c_str(), SDDL_REVISION_1,
                                                            descriptor.Receive(), nullptr)) {
    return GetLastError();
  }
  BOOL is_present = FALSE, is_default = FALSE;
  GetSecurityDescriptorDacl(descriptor.get(), &is_present, &list, &is_default);
  return ERROR_SUCCESS;
}

// How long a pipe may be busy, in milliseconds: its server listens for each client anew.
constexpr DWORD kBusyMs = 5'000;

// Returns INVALID_HANDLE_VALUE if it cannot be opened.
HANDLE OpenPipe(const std::wstring& name) {
  for (const ULONGLONG end = GetTickCount64() + kBusyMs;;) {
    const HANDLE pipe =
        CreateFileW(name.data(), GENERIC_READ | GENERIC_WRITE, 0, nullptr, OPEN_EXISTING,
                    FILE_FLAG_OVERLAPPED | SECURITY_SQOS_PRESENT | SECURITY_IDENTIFICATION, nullptr);
    if (pipe != INVALID_HANDLE_VALUE || GetLastError() != ERROR_PIPE_BUSY || GetTickCount64() >= end)
      return pipe;
    // Another client may be faster.
    WaitNamedPipeW(name.data(), kBusyMs);
  }
}

AccessEntry ToEntry(void* ace) {
  const auto* const header = static_cast<const ACE_HEADER*>(ace);
  AccessEntry entry;
  entry.is_denied = header->AceType == ACCESS_DENIED_ACE_TYPE;
  // Both have the same fields. Others, e.g. with conditions, are seldom: to whom they apply is unknown.
  auto* const allowed = static_cast<ACCESS_ALLOWED_ACE*>(ace);
  entry.rights = allowed->Mask;
  if (header->AceType == ACCESS_ALLOWED_ACE_TYPE || entry.is_denied) {
    entry.user = SidText(reinterpret_cast<PSID>(&allowed->SidStart));
  }
  return entry;
}

}  // namespace

AccessList ReadAccess(const std::string& path) {
  AccessList access;
  Local descriptor;
  PSID owner = nullptr;
  PACL list = nullptr;
  const DWORD error = GetNamedSecurityInfoW(ToWide(path).data(), SE_FILE_OBJECT,
                                            OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION, &owner,
                                            nullptr, &list, nullptr, descriptor.Receive());
  if (error != ERROR_SUCCESS) {
    access.error = ErrorText("GetNamedSecurityInfo", error);
    access.is_missing = error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND;
    return access;
  }
  SECURITY_DESCRIPTOR_CONTROL control = 0;
  DWORD revision = 0;
  GetSecurityDescriptorControl(descriptor.get(), &control, &revision);
  access.is_protected = (control & SE_DACL_PROTECTED) != 0;
  if (owner != nullptr) access.owner = SidText(owner);
  access.has_list = list != nullptr;
  for (DWORD index = 0; list != nullptr && index < list->AceCount; ++index) {
    void* ace = nullptr;
    if (GetAce(list, index, &ace)) access.entries.push_back(ToEntry(ace));
  }
  return access;
}

std::string MakePrivate(const std::string& path) {
  Local descriptor;
  PACL list = nullptr;
  const DWORD failure = PrivateList(descriptor, list);
  if (failure != ERROR_SUCCESS) return ErrorText("the access control list", failure);
  std::wstring wide = ToWide(path);
  // What is in a folder gets the list, too.
  const DWORD error = SetNamedSecurityInfoW(wide.data(), SE_FILE_OBJECT,
                                            DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION,
                                            nullptr, nullptr, list, nullptr);
  if (error != ERROR_SUCCESS) return ErrorText("SetNamedSecurityInfo", error);
  // Exactly this list: Wine has added that of the folder above.
  if (!SetFileSecurityW(wide.c_str(), DACL_SECURITY_INFORMATION, descriptor.get())) {
    return ErrorText("SetFileSecurity", GetLastError());
  }
  return "";
}

uint32_t CreatePrivate(const std::string& path, bool is_folder) {
  Local descriptor;
  PACL list = nullptr;
  const DWORD failure = PrivateList(descriptor, list);
  if (failure != ERROR_SUCCESS) return failure;
  SECURITY_ATTRIBUTES attributes = {sizeof(attributes), descriptor.get(), FALSE};
  const std::wstring wide = ToWide(path);
  if (is_folder) return CreateDirectoryW(wide.data(), &attributes) ? ERROR_SUCCESS : GetLastError();
  const Handle file(CreateFileW(wide.data(), GENERIC_WRITE,
                                FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, &attributes,
                                CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr));
  return file.is_open() ? ERROR_SUCCESS : GetLastError();
}

std::string MakePipePrivate(const std::string& name) {
  Local descriptor;
  PACL list = nullptr;
  const DWORD failure = PrivateList(descriptor, list);
  if (failure != ERROR_SUCCESS) return ErrorText("the access control list", failure);
  // The list belongs to the pipe, not to one of its ends.
  const Handle pipe(CreateFileW(ToWide(name).data(), READ_CONTROL | WRITE_DAC, 0, nullptr, OPEN_EXISTING,
                                SECURITY_SQOS_PRESENT | SECURITY_IDENTIFICATION, nullptr));
  if (!pipe.is_open()) return ErrorText("CreateFile", GetLastError());
  const DWORD error = SetSecurityInfo(pipe.get(), SE_KERNEL_OBJECT,
                                      DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION,
                                      nullptr, nullptr, list, nullptr);
  return error == ERROR_SUCCESS ? "" : ErrorText("SetSecurityInfo", error);
}

PipeConnection ConnectPipe(const std::string& name) {
  PipeConnection connection;
  Handle pipe(OpenPipe(ToWide(name)));
  if (!pipe.is_open()) {
    connection.error = GetLastError();
    return connection;
  }
  ULONG pid = 0;
  if (GetNamedPipeServerProcessId(pipe.get(), &pid)) connection.server = UserOfProcess(pid);
  connection.descriptor = uv_open_osfhandle(pipe.Release());
  return connection;
}

}  // namespace guildhall
