#pragma once

namespace guildhall {

// Whether this process can open so many more descriptors now. To be asked before something is used that
// cannot say it got none: a library that ends the process, or a list that would be empty.
bool HasSpareDescriptors(int count);

}  // namespace guildhall
