#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "speex-dsp/libspeexdsp.h"

namespace guildhall {

// Converts mono sound from one sample rate to another.
class Resampler {
 public:
  static constexpr int kMinRate = 8000;
  static constexpr int kMaxRate = 192000;
  // The most samples at once.
  static constexpr size_t kMaxSamples = 48000;

  // Rates in Hz, kMinRate to kMaxRate. Null if libspeexdsp is missing.
  static std::unique_ptr<Resampler> Create(int from, int to);
  ~Resampler();
  Resampler(const Resampler&) = delete;
  Resampler& operator=(const Resampler&) = delete;

  // `count`: up to kMaxSamples. Returns what is complete; a rest follows with the next samples.
  std::vector<int16_t> Process(const int16_t* samples, size_t count);

 private:
  Resampler(const LibSpeexDsp& speex, SpeexResamplerState* state, int from, int to)
      : speex_(speex), state_(state), from_(from), to_(to) {}

  const LibSpeexDsp& speex_;
  SpeexResamplerState* const state_;
  const int from_;
  const int to_;
};

}  // namespace guildhall
