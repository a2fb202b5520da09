#pragma once

#include <cstdint>

namespace guildhall {

enum class BindStatus {
  kBound,
  kParentGone,   // the parent has ended already
  kRefused,      // the system refuses it
  kUnsupported,  // the system has nothing of the kind
};

// Makes the calling process end when its parent ends, however that ends, even while this process is stopped
// or hung; and makes it leave no core file, which would hold the keys last pressed.
//
// `parent`: the process id of the parent as this process knows it.
BindStatus BindToParent(int64_t parent);

// Lets a segmentation fault end the calling process again, whatever handlers a library installed for it: a
// handler that returns from a signal which another process sent keeps this one alive. Does nothing on
// Windows.
void ForgetFaultHandlers();

}  // namespace guildhall
