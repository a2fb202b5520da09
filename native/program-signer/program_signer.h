#pragma once

#include <string>

namespace guildhall {

enum class SignatureStatus {
  kNone,     // the file has none that this machine can check
  kValid,    // this machine trusts its signer, and the file was not changed since
  kInvalid,  // the file was changed since, or the signer is distrusted
};

// Who signed a program.
struct ProgramSignature {
  SignatureStatus status = SignatureStatus::kNone;
  // The name in the signer's certificate, in UTF-8; empty unless valid.
  std::string signer;
};

// Checks the signature in the file of a program, by what is on this machine: without the network, and not
// whether the certificate was revoked. Reads the whole file: call it on a separate thread. Thread-safe.
ProgramSignature ReadProgramSignature(const std::string& path);

}  // namespace guildhall
