#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "opus/libopus.h"

namespace guildhall {

// Decodes the packets of one sender, each of 2.5-120 ms, to interleaved stereo at 48 kHz.
class StereoDecoder {
 public:
  static constexpr int kChannels = 2;
  // Durations are multiples of 2.5 ms; a packet has 120 ms at most.
  static constexpr int kMinSamples = 120;
  static constexpr int kMaxSamples = 5760;
  // Longer packets, which have to be padded, are malformed here.
  static constexpr size_t kMaxPacketBytes = 65536;

  static bool IsDuration(int64_t samples) {
    return samples >= kMinSamples && samples <= kMaxSamples && samples % kMinSamples == 0;
  }

  // Null if libopus is missing or memory is.
  static std::unique_ptr<StereoDecoder> Create();
  ~StereoDecoder();
  StereoDecoder(const StereoDecoder&) = delete;
  StereoDecoder& operator=(const StereoDecoder&) = delete;

  // The results have two numbers for each sample, and are empty if the packet is malformed.
  std::vector<int16_t> Decode(const uint8_t* packet, size_t size);
  // What may have been in a lost packet. `samples`: for which `IsDuration` is true, as in `Recover`.
  std::vector<int16_t> Conceal(int samples);
  // A lost packet from the redundancy in the packet after it; concealed if that has none.
  std::vector<int16_t> Recover(const uint8_t* next, size_t size, int samples);

 private:
  StereoDecoder(const LibOpus& opus, OpusDecoder* decoder) : opus_(opus), decoder_(decoder) {}

  // The samples of a packet; 0 if it is malformed.
  int SamplesOf(const uint8_t* packet, size_t size) const;
  std::vector<int16_t> Run(const uint8_t* packet, size_t size, int samples, bool fec);

  const LibOpus& opus_;
  OpusDecoder* const decoder_;
};

}  // namespace guildhall
