#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "opus/libopus.h"

namespace guildhall {

struct SpeechEncoderSettings {
  // In bits per second, 500-512000.
  int bitrate;
  // In percent, 0-100: how many packets get lost. With more than 0 each packet repeats the one before it.
  int expected_loss;
  // 0-10: the effort of the encoder.
  int complexity;
};

// Encodes speech at 48 kHz, mono, in frames of 20 ms.
class SpeechEncoder {
 public:
  static constexpr int kFrameSamples = 960;

  // Null if libopus is missing or memory is.
  static std::unique_ptr<SpeechEncoder> Create();
  ~SpeechEncoder();
  SpeechEncoder(const SpeechEncoder&) = delete;
  SpeechEncoder& operator=(const SpeechEncoder&) = delete;

  // Returns whether the settings are in their ranges.
  bool Configure(const SpeechEncoderSettings& settings);
  // `samples`: kFrameSamples. Returns a packet, or an empty one if libopus refuses.
  std::vector<uint8_t> Encode(const int16_t* samples);

 private:
  SpeechEncoder(const LibOpus& opus, OpusEncoder* encoder) : opus_(opus), encoder_(encoder) {}

  const LibOpus& opus_;
  OpusEncoder* const encoder_;
};

}  // namespace guildhall
