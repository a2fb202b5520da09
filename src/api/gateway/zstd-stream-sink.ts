import type { WebSocket } from 'ws';
import { CompressingSink, type FrameSink, type SinkListener } from './frame-sink.js';

/** Blocks and windows of a frame have at most this many bytes (RFC 8878 §3.1.1.2). */
const MAX_BLOCK_BYTES = 128 * 1024;
/** The magic number, no optional fields, and a window of `MAX_BLOCK_BYTES` (RFC 8878 §3.1.1). */
const FRAME_HEADER = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]);
const BLOCK_HEADER_BYTES = 3;

/**
 * Sends everything in one Zstandard frame that does not end (`compress=zstd-stream`). Node.js 20 has no compressor for it, so
 * its blocks are stored: the client that asks for this stream can read it, but it saves nothing.
 */
export function zstdStreamSink(socket: WebSocket, listener: SinkListener): FrameSink {
  let isFirst = true;
  const store = async (frame: string | Uint8Array): Promise<Buffer> => {
    const blocks = storedBlocks(Buffer.from(frame));
    if (isFirst) blocks.unshift(FRAME_HEADER);
    isFirst = false;
    return Buffer.concat(blocks);
  };
  return new CompressingSink(socket, store, listener);
}

/** Raw blocks (RFC 8878 §3.1.1.2), none of which is the last one of its frame. */
function storedBlocks(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += MAX_BLOCK_BYTES) {
    const block = bytes.subarray(start, start + MAX_BLOCK_BYTES);
    const header = Buffer.alloc(BLOCK_HEADER_BYTES);
    header.writeUIntLE(block.length << 3, 0, BLOCK_HEADER_BYTES);
    blocks.push(header, block);
  }
  return blocks;
}
