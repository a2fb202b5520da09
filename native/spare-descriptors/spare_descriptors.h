#pragma once

namespace guildhall {

// Whether this process can open this many more descriptors. Check it before calling functions that do not
// report a lack of descriptors: a library that ends the process, or a list that would be empty.
bool HasSpareDescriptors(int count);

}  // namespace guildhall
