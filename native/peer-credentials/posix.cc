// User lookup for Linux and macOS.
#include <pwd.h>
#include <unistd.h>

#include "peer-credentials/peer_credentials.h"

namespace guildhall {

std::string CurrentUser() { return std::to_string(geteuid()); }

std::string FindUser(const std::string& name) {
  const passwd* entry = getpwnam(name.c_str());
  return entry == nullptr ? "" : std::to_string(entry->pw_uid);
}

}  // namespace guildhall
