// clang-format off
#include <windows.h>
#include <wintrust.h>
#include <softpub.h>
#include <wincrypt.h>
// clang-format on

#include <algorithm>
#include <iterator>

#include "program-signer/program_signer.h"
#include "windows/text.h"

namespace guildhall {
namespace {

// The name in the certificate of the first signer that was verified.
std::string SignerOf(HANDLE state) {
  CRYPT_PROVIDER_DATA* const data = WTHelperProvDataFromStateData(state);
  CRYPT_PROVIDER_SGNR* const signer =
      data == nullptr ? nullptr : WTHelperGetProvSignerFromChain(data, 0, FALSE, 0);
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
  const LONG verified = WinVerifyTrust(no_window, &action, &asked);
  ProgramSignature signature;
  if (verified == ERROR_SUCCESS) {
    signature.signer = SignerOf(asked.hWVTStateData);
    if (!signature.signer.empty()) signature.status = SignatureStatus::kValid;
  } else if (std::find(std::begin(kBroken), std::end(kBroken), verified) != std::end(kBroken)) {
    signature.status = SignatureStatus::kInvalid;
  }
  asked.dwStateAction = WTD_STATEACTION_CLOSE;
  WinVerifyTrust(no_window, &action, &asked);
  return signature;
}

}  // namespace guildhall
