import { bindingLoader } from './binding.js';

/** UDP sockets with options that Node.js lacks (native/udp-socket/udp_socket.h). Not on Windows. */
export interface UdpSocketBinding {
  /** Opens a socket that is not bound. @returns its descriptor; -1 if the system refuses */
  open(isIpv6: boolean): number;
  /** Marks what it sends with a code point of differentiated services, 0–63. @returns whether the system allows it */
  mark(descriptor: number, isIpv6: boolean, codePoint: number): boolean;
}

export const loadUdpSocket = bindingLoader<UdpSocketBinding>('udpSocket', ['open', 'mark']);
