#pragma once

namespace guildhall {

// Opens a UDP socket that is not bound, for Node.js to use. Returns its descriptor, or -1.
int OpenUdpSocket(bool is_ipv6);

// Marks the packets that a UDP socket sends with a code point of differentiated services (RFC 2474), from 0
// to 63. Returns whether the system allows it.
bool MarkPackets(int descriptor, bool is_ipv6, int code_point);

}  // namespace guildhall
