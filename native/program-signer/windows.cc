// clang-format off
#include <windows.h>
#include <wintrust.h>
#include <softpub.h>
#include <wincrypt.h>
// clang-format on

#include <algorithm>
#include <iterator>

#include "dynamic-library/dynamic_library.h"
#include "program-signer/program_signer.h"
#include "windows/text.h"

namespace guildhall {
namespace {

struct Wintrust {
  DynamicLibrary library{"wintrust.dll"};
  decltype(&WinVerifyTrust) verify;
  decltype(&WTHelperProvDataFromStateData) get_data;
  decltype(&WTHelperGetProvSignerFromChain) get_signer;

  Wintrust() {
    library.Load(verify, "WinVerifyTrust");
    library.Load(get_data, "WTHelperProvDataFromStateData");
    library.Load(get_signer, "WTHelperGetProvSignerFromChain");
  }
};

// The name in the certificate of the first signer that was verified.
std::string SignerOf(const Wintrust& wintrust, HANDLE state) {
  CRYPT_PROVIDER_DATA* const data = wintrust.get_data(state);
  CRYPT_PROVIDER_SGNR* const signer = data == nullptr ? nullptr : wintrust.get_signer(data, 0, FALSE, 0);
  if (signer == nullptr || signer->csCertChain == 0) return "";
  const PCCERT_CONTEXT certificate = signer->pasCertChain[0].pCert;
  wchar_t name[256] = {};
  if (CertGetNameStringW(certificate, CERT_NAME_SIMPLE_DISPLAY_TYPE, 0, nullptr, name, 256) <= 1) return "";
  return ToUtf8(name);
}

// The file was changed, or its signer is distrusted.
constexpr HRESULT kBroken[] = {TRUST_E_BAD_DIGEST, TRUST_E_EXPLICIT_DISTRUST, CERT_E_REVOKED,
                               CRYPT_E_REVOKED};

}  // namespace

ProgramSignature ReadProgramSignature(const std::string& path) {
  ProgramSignature signature;
  const Wintrust* const wintrust = LoadFunctions<Wintrust>();
  if (wintrust == nullptr) return signature;
  const std::wstring wide_path = ToWide(path);
  WINTRUST_FILE_INFO file{};
  file.cbStruct = sizeof file;
  file.pcwszFilePath = wide_path.c_str();
  WINTRUST_DATA asked{};
  asked.cbStruct = sizeof asked;
  asked.dwUIChoice = WTD_UI_NONE;
  asked.fdwRevocationChecks = WTD_REVOKE_NONE;
  asked.dwUnionChoice = WTD_CHOICE_FILE;
  asked.pFile = &file;
  asked.dwStateAction = WTD_STATEACTION_VERIFY;
  asked.dwProvFlags = WTD_CACHE_ONLY_URL_RETRIEVAL;
  GUID action = WINTRUST_ACTION_GENERIC_VERIFY_V2;
  const HWND no_window = static_cast<HWND>(INVALID_HANDLE_VALUE);
  const LONG verified = wintrust->verify(no_window, &action, &asked);
  if (verified == ERROR_SUCCESS) {
    signature.signer = SignerOf(*wintrust, asked.hWVTStateData);
    if (!signature.signer.empty()) signature.status = SignatureStatus::kValid;
  } else if (std::find(std::begin(kBroken), std::end(kBroken), verified) != std::end(kBroken)) {
    signature.status = SignatureStatus::kInvalid;
  }
  asked.dwStateAction = WTD_STATEACTION_CLOSE;
  wintrust->verify(no_window, &action, &asked);
  return signature;
}

}  // namespace guildhall
