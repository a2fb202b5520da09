#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace guildhall {

// One entry of an access control list.
struct AccessEntry {
  // A SID such as "S-1-5-18"; empty if the entry is of a kind that has none.
  std::string user;
  // Access rights of Windows.
  uint32_t rights = 0;
  bool is_denied = false;
};

// Who may access a file, folder or named pipe.
struct AccessList {
  // What kept it from being read; empty if it was read.
  std::string error;
  // Whether there is no such file or folder, which is an error, too.
  bool is_missing = false;
  // The SID of its owner, who can always change the list.
  std::string owner;
  // Without a list, everybody may do everything.
  bool has_list = false;
  // Whether entries of the folder above do not apply.
  bool is_protected = false;
  std::vector<AccessEntry> entries;
};

// Paths and names are UTF-8.
AccessList ReadAccess(const std::string& path);

// Gives a file or folder, and what is created in a folder, an access control list of its own: full access for
// this user, the system and administrators, and none for others. Returns an error; empty if it succeeded.
std::string MakePrivate(const std::string& path);

// Creates an empty file, or a folder, that has this list from the start. Returns an error of Windows; 0 if it
// was created.
uint32_t CreatePrivate(const std::string& path, bool is_folder);

// The same list for a named pipe that this process has created. Connects to it and disconnects.
std::string MakePipePrivate(const std::string& name);

// A connection to a named pipe.
struct PipeConnection {
  // An error of Windows; 0 if it is connected.
  uint32_t error = 0;
  // A descriptor for Node.js, which closes it.
  int descriptor = -1;
  // The user of the process that serves it, in the format of `AccessEntry::user`; empty if it is unknown.
  std::string server;
};

// Connects to a named pipe, for which it waits while it is busy, and finds out who serves it, before anything
// is sent. The server cannot act as this user.
PipeConnection ConnectPipe(const std::string& name);

}  // namespace guildhall
