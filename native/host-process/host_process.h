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

// Restores the default handling of segmentation faults, whatever handlers a library installed: a handler that
// returns from a signal sent by another process would keep this process alive. Does nothing on Windows.
void ForgetFaultHandlers();

}  // namespace guildhall
